import { findMatches, galleryOf, splitMatches } from '@openbell/core/chat';
import type { Message } from '@openbell/core/contract';
import { networkError, settle } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openThread, respondToAll } from '../open-thread.ts';
import { message, messageFrame, other } from '../support.ts';

async function opened(texts: readonly string[], pageSize = 50) {
  const open = await openThread(texts, pageSize);
  const { search } = open.thread;
  return { ...open, search, state: () => search.$state.get() };
}

describe('search in a chat', () => {
  it('numbers the matches, newest first, and moves in both directions [chat.search-counter]', async () => {
    const { server, search, state, thread } = await opened(['Calls', 'puts', 'more CALLS', 'recalls']);
    const ids = server.messages().map(({ id }) => id);
    search.setQuery('calls');
    expect(state()).toMatchObject({ position: 1, count: 3, currentId: ids[3] });
    await search.next();
    expect(state()).toMatchObject({ position: 2, count: 3, currentId: ids[2] });
    search.previous();
    search.previous();
    expect(state()).toMatchObject({ position: 3, currentId: ids[0] });
    expect(thread.$state.get().highlight?.id).toBe(ids[0]);
    await search.next();
    expect(state().position).toBe(1);
    search.setQuery('nothing of the kind');
    expect(state()).toMatchObject({ position: 0, count: 0, currentId: null });
    search.close();
    expect(state().query).toBe('');
  });

  it('loads earlier pages after the last match [chat.search-older]', async () => {
    const texts = ['the first call', ...Array.from({ length: 20 }, (_, i) => `text ${i}`), 'the last call'];
    const { server, rig, search, state } = await opened(texts, 5);
    search.setQuery('call');
    expect(state()).toMatchObject({ position: 1, count: 1 });
    void search.next();
    expect(state().isLooking).toBe(true);
    await respondToAll(rig, server);
    expect(state()).toMatchObject({ position: 2, count: 2, isLooking: false });
  });

  const spread = ['a call', ...Array.from({ length: 20 }, (_, i) => `text ${i}`), 'call one', 'call two'];

  it('stays at the previous match when older pages arrive', async () => {
    const { server, rig, search, state, thread } = await opened(spread, 5);
    const [two, one] = server
      .messages()
      .map(({ id }) => id)
      .reverse();
    search.setQuery('call');
    await search.next();
    const looking = search.next();
    search.previous();
    expect(state()).toMatchObject({ currentId: two, isLooking: false });
    await search.next();
    expect(state()).toMatchObject({ currentId: one });
    await respondToAll(rig, server);
    await looking;
    expect(state()).toMatchObject({ position: 2, currentId: one, isLooking: false });
    expect(thread.$state.get().highlight?.id).toBe(one);
  });

  it('continues to the older match when a new message matches during the search', async () => {
    const { server, rig, search, state, receive } = await opened(spread, 5);
    search.setQuery('call');
    await search.next();
    void search.next();
    await receive(server.post(other, 'call three'));
    await respondToAll(rig, server);
    expect(state()).toMatchObject({ position: 4, count: 4, currentId: server.messages()[0]?.id });
  });

  it('shows the newer match when a new message matches before previous()', async () => {
    const { server, search, state, receive } = await opened(spread, 5);
    search.setQuery('call');
    await search.next();
    void search.next();
    await receive(server.post(other, 'call three'));
    search.previous();
    expect(state()).toMatchObject({ position: 2, count: 3 });
  });

  it('has no match before the first one of an empty query', async () => {
    const { search, state } = await opened(['call one']);
    search.previous();
    search.setQuery('nothing');
    search.previous();
    expect(state()).toMatchObject({ query: 'nothing', position: 0, currentId: null });
  });

  it('updates the counter for new messages and keeps the current match', async () => {
    const { server, rig, search, state } = await opened(['call one', 'call two']);
    search.setQuery('call');
    await search.next();
    const { currentId } = state();
    const created = server.post(other, 'call three');
    rig.sockets.latest().deliver(messageFrame(created));
    await rig.time.frame();
    expect(state()).toMatchObject({ position: 3, count: 3, currentId });
  });

  it('skips unsent, blocked and deleted messages, and searches file names [chat.search-scope]', () => {
    const list = [
      message(1, {
        message: '',
        media: [{ file: '/x', name: 'Plan.pdf', size: 1, width: null, height: null }],
      }),
      message(2, { message: 'plan', delete_from_everyone: true }),
      message(3, { message: 'plan', is_block: true }),
      message(4, { message: 'plan', deleted_list: [1] }),
      message(5, { message: 'PLAN' }),
    ];
    expect(findMatches(list, ' plan ', 1)).toEqual([5, 1]);
    expect(findMatches(list, '  ', 1)).toEqual([]);
  });

  it('highlighting never changes the text [chat.search-highlight]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
        expect(
          splitMatches(text, query)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
    expect(splitMatches('a.+b A.+B', '.+')).toEqual([
      { text: 'a', isMatch: false },
      { text: '.+', isMatch: true },
      { text: 'b A', isMatch: false },
      { text: '.+', isMatch: true },
      { text: 'B', isMatch: false },
    ]);
  });
});

describe('jumping to a message', () => {
  it('loads older pages until the message is found, and highlights it for 2 s [chat.jump-highlight]', async () => {
    const { server, rig, thread } = await opened(
      Array.from({ length: 30 }, (_, i) => `text ${i}`),
      5,
    );
    const target = server.messages()[2] as Message;
    const jump = thread.jumpTo(target.id);
    await respondToAll(rig, server);
    expect(await jump).toBe(true);
    expect(thread.$state.get().highlight?.id).toBe(target.id);
    await rig.time.advance(1999);
    expect(thread.$state.get().highlight?.id).toBe(target.id);
    await rig.time.advance(1);
    expect(thread.$state.get().highlight).toBeNull();
  });

  it('returns false when the message is gone or loading fails', async () => {
    const { server, rig, thread } = await opened(
      Array.from({ length: 12 }, (_, i) => `text ${i}`),
      5,
    );
    expect(await thread.jumpTo((server.messages().at(-1)?.id ?? 0) - 1)).toBe(false);
    const jump = thread.jumpTo(server.messages()[0]?.id ?? 0);
    await settle();
    for (const request of rig.api.waiting()) await request.respond(networkError());
    expect(await jump).toBe(false);
  });
});

describe('gallery and documents', () => {
  const file = (name: string) => ({ file: `/${name}`, name, size: 1, width: null, height: null });

  it('are taken from messages, newest first, without unsent or blocked ones [chat.gallery]', () => {
    const gallery = galleryOf(
      [
        message(1, { message_type: 'IMGS', media: [file('a.png'), file('b.png')] }),
        message(2, { message_type: 'PDF', media: [file('c.pdf')] }),
        message(3, { message_type: 'VID', media: [file('d.mp4')] }),
        message(4, { message_type: 'AUD', media: [file('e.webm')] }),
        message(5, { message_type: 'TXT', media: [file('f.txt')] }),
        message(6, { message_type: 'IMG', media: [file('g.png')], is_block: true }),
        message(7, { message_type: 'IMG', media: [file('h.png')], delete_from_everyone: true }),
      ],
      1,
    );
    expect(gallery.media.map(({ kind, media }) => `${kind} ${media.name}`)).toEqual([
      'video d.mp4',
      'image a.png',
      'image b.png',
    ]);
    expect(gallery.documents.map(({ media }) => media.name)).toEqual(['f.txt', 'c.pdf']);
  });

  it('retries an expired download once with a fresh URL [chat.download-renewed]', async () => {
    const { server, rig, thread } = await opened(['hi']);
    const [first] = server.messages();
    server.change(first?.id ?? 0, { message_type: 'PDF', media: [file('c.pdf')] });
    void thread.reload();
    await respondToAll(rig, server);
    rig.saver.refuse = 1;
    server.change(first?.id ?? 0, { media: [{ ...file('c.pdf'), file: '/c.pdf?fresh' }] });
    const saving = thread.download(first?.id ?? 0, 0);
    await respondToAll(rig, server);
    expect(await saving).toBe(true);
    expect(rig.saver.saved).toEqual(['c.pdf /c.pdf?fresh']);
    rig.saver.refuse = 2;
    expect(await thread.download(first?.id ?? 0, 0)).toBe(false);
  });
});
