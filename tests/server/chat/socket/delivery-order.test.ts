// The order and the number of deliveries, whatever the order of events.
import { beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { messages } from '../../../../examples/server/src/db/schema/chat.ts';
import { connect, sharedWorld, storeText, usersOf } from '../support.ts';

const world = sharedWorld();
const [ann, bob] = usersOf(world, beforeAll, 'Ann', 'Bob');

const store = (chatId: number, body: string): Promise<number> =>
  storeText(world, { chatId, senderId: ann.id, body });

/** Records the bytes that a socket is sent without a pause. */
function recordParts(): { readonly parts: number[]; stop(): void } {
  const parts: number[] = [];
  const current = new Map<WebSocket, number>();
  const send = WebSocket.prototype.send;
  const spy = vi.spyOn(WebSocket.prototype, 'send').mockImplementation(function (this: WebSocket, ...sent) {
    if (current.size === 0) {
      queueMicrotask(() => {
        parts.push(...current.values());
        current.clear();
      });
    }
    current.set(this, (current.get(this) ?? 0) + (sent[0] as Buffer).length);
    return Reflect.apply(send, this, sent);
  });
  return { parts, stop: () => spy.mockRestore() };
}

test('sends messages once and in the order of their ids when events arrive in another order', async () => {
  const chatId = await world.chat('GR', 'Order', [ann, bob]);
  const toBob = await world.socket(bob);
  const { bus } = world.server.context;
  const ids = [await store(chatId, 'one'), await store(chatId, 'two'), await store(chatId, 'three')];
  const eventOf = (messageId: number) => ({ chatId, messageId, actorId: ann.id, isNew: true });
  await bus.publish(
    ...ids.toReversed().map((id) => ({ type: 'message-changed', detail: eventOf(id) }) as const),
  );
  const last = await world.tell(ann, chatId, 'four');
  await toBob.next((frame) => Number(frame.message?.id) === last);
  expect(toBob.frames.map((frame) => Number(frame.message?.id))).toEqual([...ids, last]);
});

test('sends a message before a change of it when the event of the change arrives first', async () => {
  const chatId = await world.chat('GR', 'Change', [ann, bob]);
  const toBob = await world.socket(bob);
  const { bus } = world.server.context;
  const messageId = await store(chatId, 'hello');
  const event = { chatId, messageId, actorId: ann.id };
  await bus.publish(
    { type: 'message-changed', detail: { ...event, isNew: false } },
    { type: 'message-changed', detail: { ...event, isNew: true } },
  );
  await toBob.next((frame) => String(frame.isScroll) === 'false');
  expect(toBob.frames.map((frame) => String(frame.isScroll))).toEqual(['true', 'false']);
});

test('sends many long messages in parts of about 1 MiB, without a gap', async () => {
  const chatId = await world.chat('GR', 'Long', [ann, bob]);
  const toBob = await world.socket(bob);
  const { bus, db } = world.server.context;
  const stored = await db
    .insert(messages)
    .values(
      Array.from({ length: 100 }, (_, index) => ({
        chatId,
        senderId: ann.id,
        messageType: 'TXT' as const,
        // Six bytes a character in JSON.
        body: `${index}${'\u0001'.repeat(4000)}`,
        createdAt: new Date(world.server.clock.now()),
      })),
    )
    .returning({ id: messages.id });
  const ids = stored.map(({ id }) => id).toSorted((a, b) => a - b);
  const { parts, stop } = recordParts();
  bus.publish({
    type: 'message-changed',
    detail: { chatId, messageId: ids.at(-1) ?? 0, actorId: ann.id, isNew: true },
  });
  await toBob.next((frame) => Number(frame.message?.id) === ids.at(-1));
  expect(toBob.frames.map((frame) => Number(frame.message?.id))).toEqual(ids);
  stop();
  expect(Math.max(...parts)).toBeLessThan(1.1 * 1024 * 1024);
});

test('sends only new messages of a chat that had messages when the server started', async () => {
  const [subscriber, mentor] = [await world.server.signIn('subscriber'), await world.server.signIn('mentor')];
  const socket = await connect(world.url, mentor);
  const { body } = await world.server.call('GET', '/api/web/chats?chat_type=GR', { token: subscriber });
  const chatId = Number(body.data?.[0]?.id);
  const form = new FormData();
  for (const [name, value] of Object.entries({ chat_id: `${chatId}`, message: 'new', message_type: 'TXT' }))
    form.append(name, value);
  const posted = await world.server.call('POST', `/api/web/chat/${chatId}`, {
    token: subscriber,
    body: form,
  });
  await socket.next((frame) => Number(frame.message?.id) === Number(posted.body.id));
  expect(socket.frames.map((frame) => Number(frame.message?.id))).toEqual([Number(posted.body.id)]);
  socket.ws.terminate();
});

test('sends a message whose own event was lost with the next one of the chat', async () => {
  const chatId = await world.chat('GR', 'Lost', [ann, bob]);
  const toBob = await world.socket(bob);
  const lost = await store(chatId, 'lost');
  const next = await world.tell(ann, chatId, 'next');
  await toBob.next((frame) => Number(frame.message?.id) === next);
  expect(toBob.frames.map((frame) => Number(frame.message?.id))).toEqual([lost, next]);
});
