// Two chats of two users on one page, with the real server: they share storage and process, but no state.
import { createOpenbell, type Openbell } from '@openbell/core';
import type { ChatThread } from '@openbell/core/chat';
import { createMemoryStorage } from '@openbell/core/ports';
import { beforeAll, expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { sharedWorld, type TestUser, usersOf } from './support.ts';

let chatId: number;

const world = sharedWorld();
const [ann, bob] = usersOf(world, beforeAll, 'Ann', 'Bob');
beforeAll(async () => {
  chatId = await world.chat('GR', 'Group', [ann, bob]);
});

const textsOf = (thread: ChatThread): string[] =>
  Array.from({ length: thread.$state.get().length }, (_, index) => thread.at(index)).map((row) =>
    row !== undefined && 'message' in row ? `${row.sender.first_name}: ${row.message}` : '…',
  );

test('keeps session, state and socket of two instances separate, also when one logs out [embed.two-chats]', async () => {
  const localStorage = createMemoryStorage();
  const open = (prefix: string, user: TestUser): Openbell => {
    localStorage.write(`${prefix}accessToken`, user.token);
    return createOpenbell({
      apiUrl: `${world.url}/api`,
      keyPrefix: prefix,
      ports: { localStorage, sessionStorage: createMemoryStorage() },
    });
  };
  const [left, right] = [open('left:', ann), open('right:', bob)];
  const [mine, theirs] = [left.groupChat.thread(chatId), right.groupChat.thread(chatId)];
  mine.open();
  theirs.open();
  await until(() => {
    expect([left, right].map(({ realtime }) => realtime.$state.get().status)).toEqual(['open', 'open']);
    expect([left, right].map(({ groupChat }) => groupChat.viewerId())).toEqual([ann.id, bob.id]);
  });

  mine.send('from the left');
  await until(() => expect(textsOf(theirs)).toEqual(['Ann: from the left']));
  theirs.send('from the right');
  const both = ['Ann: from the left', 'Bob: from the right'];
  await until(() => expect([textsOf(mine), textsOf(theirs)]).toEqual([both, both]));
  mine.composer.setText('a draft of the left');
  expect(theirs.composer.$state.get().text).toBe('');

  const stored = () => localStorage.keys().toSorted();
  expect(stored().filter((key) => !/^(left|right):/.test(key))).toEqual([]);
  await left.session.signOut();
  await until(() => expect(textsOf(mine)).toEqual([]));
  expect(localStorage.keys().filter((key) => key.startsWith('left:'))).toEqual([]);
  expect(localStorage.read('right:accessToken')).toBe(bob.token);
  expect(right.realtime.$state.get().status).toBe('open');
  theirs.send('still here');
  await until(() => expect(textsOf(theirs)).toEqual([...both, 'Bob: still here']));
  left.destroy();
  right.destroy();
});
