// Messages that the server sends without an id.
import { isServerId, localMessageId, type Message } from '@openbell/core/contract';
import { expect, it } from 'vitest';
import { openThread, reopen, respondToAll } from '../open-thread.ts';
import { me, message, other, rows } from '../support.ts';

const frame = (part: object) => ({
  type: 'WebFetchMessage',
  user_id: 2,
  isScroll: true,
  message: { ...message(40), ...part },
});

it('appends a frame without an id once, and ignores the viewer’s own [entity.local-id]', async () => {
  const { rig } = await openThread(['one']);
  const socket = rig.sockets.latest();
  socket.deliver(frame({ id: null, message: 'two', sender: other }));
  socket.deliver(frame({ id: null, message: 'two', sender: other }));
  socket.deliver(frame({ id: null, message: 'mine', sender: me }));
  await rig.time.frame();
  expect(rows(rig.chat)).toEqual(['one', 'two']);
});

it('catches up after a frame without an id from an id of the server [entity.local-id]', async () => {
  const { server, rig } = await openThread(['one']);
  const last = server.messages().at(-1) as Message;
  rig.sockets.latest().deliver(frame({ id: null, message: 'two', sender: other }));
  await rig.time.frame();
  rig.sockets.latest().drop();
  server.post(other, 'three');
  await rig.time.advance(3000);
  const before = rig.api.requests.length;
  rig.sockets.latest().accept();
  await respondToAll(rig, server);
  const [query] = rig.api.requests.slice(before).filter(({ path }) => path === '/web/chat/{id}');
  expect(query?.input.query).toEqual({ min_id: last.id });
  expect(rows(rig.chat)).toEqual(['one', 'two', 'three']);
});

it('shows a message once when it arrives without an id, and later with one [entity.local-id]', async () => {
  const { server, rig } = await openThread(['one']);
  const id = server.post(other, 'two');
  rig.sockets.latest().deliver(frame({ ...server.messages().at(-1), id: null, created_at: null }));
  await rig.time.frame();
  rig.sockets.latest().drop();
  await rig.time.advance(3000);
  rig.sockets.latest().accept();
  await respondToAll(rig, server);
  expect(rows(rig.chat)).toEqual(['one', 'two']);
  expect(id).toBeDefined();
});

it('shows no cached copy of a message without an id after a reload [entity.local-id]', async () => {
  const { rig } = await openThread(['one']);
  rig.sockets.latest().deliver(frame({ id: null, message: 'two', sender: other }));
  await rig.time.frame();
  expect(rows(rig.chat)).toEqual(['one', 'two']);
  await rig.time.advance(5_000);
  const next = reopen(rig);
  await next.time.frame();
  expect(rows(next.chat)).toEqual(['one']);
});

it('places messages without an id in order, between two ids of the server [entity.local-id]', () => {
  const first = localMessageId(7, message(0, { message: 'a' }));
  const second = localMessageId(first, message(0, { message: 'b' }));
  expect([7, first, second, 8].toSorted((a, b) => a - b)).toEqual([7, first, second, 8]);
  expect(new Set([7, first, second, 8]).size).toBe(4);
  expect([first, second].map(isServerId)).toEqual([false, false]);
});
