// Limits on the posts of a user, and cleanup after aborted posts.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sweepUploads } from '../../../examples/server/src/chat/uploads/sweep-uploads.ts';
import { rateLimits } from '../../../examples/server/src/db/schema/accounts.ts';
import { messageFiles } from '../../../examples/server/src/db/schema/chat.ts';
import { mediaPath } from '../media-path.ts';
import { type ChatResponse, type Json, sharedWorld, usersOf } from './support.ts';

let chatId: number;

const world = sharedWorld({ config: { rateLimits: true }, frozen: true });
const [ann, bob] = usersOf(world, beforeAll, 'Ann', 'Bob');
beforeAll(async () => {
  chatId = await world.chat('GR', 'Group', [ann, bob]);
});
beforeEach(() => world.server.context.db.delete(rateLimits));

const note = (): File => new File(['quarterly notes'], 'notes.txt', { type: 'text/plain' });
const sendFile = (): Promise<ChatResponse> =>
  world.form(`/web/chat/${chatId}`, ann, { message: '' }, [note()]);

test('returns 429 after 30 messages of a user in a minute, while others can still post [chat.post-throttle]', async () => {
  for (let index = 0; index < 30; index += 1) {
    expect((await world.say(ann, chatId, `message ${index}`)).status).toBe(201);
    world.server.clock.advance(300);
  }
  const refused = await world.say(ann, chatId, 'one too many');
  expect(refused.status).toBe(429);
  expect(Number(refused.body.retry_after)).toBeGreaterThan(0);
  expect(Number(refused.body.retry_after)).toBeLessThanOrEqual(60);
  expect((await world.say(bob, chatId, 'mine')).status).toBe(201);
  world.server.clock.advance(60_000);
  expect((await world.say(ann, chatId, 'a minute later')).status).toBe(201);
});

test('accepts 8 messages at once, and the next one after two seconds [chat.post-throttle]', async () => {
  const all = await Promise.all(
    Array.from({ length: 9 }, (_, index) => world.say(ann, chatId, `burst ${index}`)),
  );
  expect(all.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 8 }, () => 201), 429]);
  const { body } = await world.say(ann, chatId, 'too soon');
  expect(body).toMatchObject({ message: 'You are sending messages too fast.', retry_after: 2 });
  world.server.clock.advance(2_000);
  expect((await world.say(ann, chatId, 'two seconds later')).status).toBe(201);
});

test('returns the stored message to a retry even when the file limit is reached [chat.post-throttle]', async () => {
  const fields = { message: '', client_id: randomUUID() };
  const post = (): Promise<ChatResponse> => world.form(`/web/chat/${chatId}`, ann, fields, [note()]);
  expect((await post()).status).toBe(201);
  for (let index = 0; index < 19; index += 1) {
    world.server.clock.advance(300);
    expect((await sendFile()).status).toBe(201);
  }
  world.server.clock.advance(60_000);
  expect((await sendFile()).status).toBe(429);
  expect((await post()).status).toBe(200);
  expect((await world.say(ann, chatId, 'a text still goes')).status).toBe(201);
});

test('limits the files of a user to 500 MiB a day [chat.post-throttle]', async () => {
  const { db } = world.server.context;
  await db.delete(messageFiles);
  await sendFile();
  await db.update(messageFiles).set({ bytes: 500 * 1024 * 1024 });
  expect((await sendFile()).status).toBe(429);
  world.server.clock.advance(86_400_000);
  expect((await sendFile()).status).toBe(201);
});

test('limits the files of a user to 1 GiB in total, and unsending frees space [chat.file-quota]', async () => {
  const { db } = world.server.context;
  await db.delete(messageFiles);
  await sendFile();
  // Leaves less space than one more of these files needs.
  await db.update(messageFiles).set({ bytes: 1024 ** 3 - note().size });
  world.server.clock.advance(2 * 86_400_000);
  expect((await sendFile()).status).toBe(201);
  const refused = await sendFile();
  expect(refused.status).toBe(413);
  expect(refused.body.message).toBe(
    'You have no room left for files. Unsend some that you have sent to make room.',
  );
  expect((await world.form(`/web/chat/${chatId}`, bob, { message: '' }, [note()])).status).toBe(201);
  expect((await world.say(ann, chatId, 'a text needs no room')).status).toBe(201);
  const newest = (await world.get(`/web/chat/${chatId}`, ann)).body.data as unknown as { messages: Json[] };
  const own = newest.messages.filter(({ media, sender }) => media !== null && Number(sender?.id) === ann.id);
  expect((await world.act(ann, Number(own.at(-1)?.id), 'unsend')).status).toBe(200);
  expect((await sendFile()).status).toBe(201);
});

test.each([
  ['a day', 500 * 1024 ** 2, 429],
  ['in total', 1024 ** 3, 413],
])('keeps the limit of files %s for parallel posts [chat.file-quota]', async (_what, bytes, status) => {
  const { db } = world.server.context;
  await db.delete(messageFiles);
  await sendFile();
  // Leaves space for one more of these files.
  await db.update(messageFiles).set({ bytes: bytes - note().size });
  if (status === 413) world.server.clock.advance(2 * 86_400_000);
  const responses = await Promise.all(Array.from({ length: 5 }, sendFile));
  expect(responses.map((response) => response.status).sort()).toEqual([201, status, status, status, status]);
});

test.each([
  ['429 for the limit of a day', 500 * 1024 ** 2, 429],
  ['413 for the limit in total', 1024 ** 3, 413],
])('refuses files by their length before storing them, and returns %s', async (_what, bytes, status) => {
  const { db } = world.server.context;
  await db.delete(messageFiles);
  const fields = { message: '', client_id: randomUUID() };
  expect((await world.form(`/web/chat/${chatId}`, ann, fields, [note()])).status).toBe(201);
  await db.update(messageFiles).set({ bytes });
  if (status === 413) world.server.clock.advance(2 * 86_400_000);
  // Read to its end, the form would be 422: it has too many files.
  const tooMany = Array.from({ length: 11 }, () => new File(['x'.repeat(10_000)], 'notes.txt'));
  const send = (more: Record<string, string>) =>
    world.form(`/web/chat/${chatId}`, ann, { message: '', ...more }, tooMany);
  expect((await send({})).status).toBe(status);
  // A retry of a stored message is not refused by its length.
  expect((await send(fields)).status).toBe(422);
});

test('removes an unreferenced upload after an hour, and keeps stored, recent and unknown files [chat.orphans]', async () => {
  const { context } = world.server;
  await sendFile();
  const stored = await context.db.select({ id: messageFiles.id }).from(messageFiles);
  const folder = dirname(mediaPath(context, 'any'));
  await mkdir(folder, { recursive: true });
  const [old, fresh, foreign] = ['a'.repeat(32), 'b'.repeat(32), 'README'];
  for (const name of [old, fresh, foreign]) await writeFile(mediaPath(context, name), 'left behind');
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const name of [old, foreign, ...stored.map(({ id }) => id)])
    await utimes(mediaPath(context, name), twoHoursAgo, twoHoursAgo);
  await sweepUploads(context, Date.now());
  const left = await readdir(folder);
  expect(left).not.toContain(old);
  for (const name of [fresh, foreign, ...stored.map(({ id }) => id)]) expect(left).toContain(name);
});
