// Files are decoded in separate processes: a hanging, crashing or greedy one does not affect other users.
import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { FileWorkerLimits } from '../../../examples/server/src/files/file-workers.ts';
import { until } from '../../support/until.ts';
import { type ChatResponse, type ChatWorld, startWorld, type TestUser } from '../chat/support.ts';
import { avifOf } from './costly-images.ts';
import { bytesOf, element, webm } from './media-containers.ts';
import { tinyImages } from './tiny-images.ts';

let world: ChatWorld;
let ann: TestUser;
let bob: TestUser;
let chatId: number;
/** Processes that a test has stopped with SIGSTOP. */
const stopped = new Set<number>();

async function start(fileWorkers: Partial<FileWorkerLimits> = {}): Promise<void> {
  world = await startWorld({ fileWorkers });
  ann = await world.user('Ann');
  bob = await world.user('Bob');
  chatId = await world.chat('GR', 'Group', [ann, bob]);
}
afterEach(async () => {
  for (const pid of stopped) if (isRunning(pid)) process.kill(pid, 'SIGCONT');
  stopped.clear();
  await world.close();
});

type Bytes = Uint8Array<ArrayBuffer>;
const picture = new Uint8Array(Buffer.from(tinyImages.jpeg, 'base64'));
const post = (who: TestUser, content: Bytes = picture, name = 'a.jpg'): Promise<ChatResponse> =>
  world.form(`/web/chat/${chatId}`, who, { message: '' }, [new File([content], name)]);
const stored = () =>
  readdir(join(world.server.context.config.dataFolder, 'media', 'chat')).catch(() => [] as string[]);

interface LogLine {
  readonly event: string;
  readonly pid: number;
  readonly userId: number;
}
const logged = (event: string): LogLine[] =>
  world.server.logLines.map((line) => JSON.parse(line) as LogLine).filter((line) => line.event === event);
const pids = () => logged('file-worker-started').map(({ pid }) => pid);
const tasksOf = (who: TestUser) => logged('file-task').filter(({ userId }) => userId === who.id).length;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Posts an image to start a worker process, then stops the process so that its next task hangs. */
async function hang(): Promise<number> {
  expect((await post(bob)).status).toBe(201);
  const pid = pids().at(-1) ?? 0;
  process.kill(pid, 'SIGSTOP');
  stopped.add(pid);
  return pid;
}

/** Posts an image that hangs in the process stopped by {@link hang}. */
async function postThatHangs(who: TestUser): Promise<{ readonly response: Promise<ChatResponse> }> {
  const before = tasksOf(who);
  const response = post(who);
  await until(() => expect(tasksOf(who)).toBe(before + 1));
  return { response };
}

const failed = 'This file could not be processed. Please try another one.';
const signals = describe.skipIf(process.platform === 'win32');

signals('while a picture hangs', () => {
  test('processes images of other users, and retries when the worker process is killed', async () => {
    await start();
    const pid = await hang();
    const { response } = await postThatHangs(ann);
    expect((await post(bob)).status).toBe(201);
    expect((await post(bob)).status).toBe(201);
    process.kill(pid, 'SIGKILL');
    expect((await response).status).toBe(201);
    expect(await stored()).toHaveLength(4);
  });

  test('queues a limited number of images of the same user, then returns 429', async () => {
    await start({ queuedPerUser: 2 });
    const pid = await hang();
    const { response } = await postThatHangs(ann);
    const waiting = [post(ann), post(ann), post(ann)];
    const refused = await Promise.race(waiting);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        message: 'Too many files are being processed. Please wait a moment and try again.',
        retry_after: 10,
      },
    });
    expect((await post(bob)).status).toBe(201);
    process.kill(pid, 'SIGKILL');
    expect((await response).status).toBe(201);
    expect((await Promise.all(waiting)).map(({ status }) => status).sort()).toEqual([201, 201, 429]);
  });

  test('returns 401 and stores nothing when the user logs out meanwhile', async () => {
    await start();
    const pid = await hang();
    const before = await stored();
    const elsewhere = await world.session(ann);
    const { response } = await postThatHangs(elsewhere);
    expect((await world.post('/web/logout', elsewhere)).status).toBe(200);
    process.kill(pid, 'SIGCONT');
    expect((await response).status).toBe(401);
    expect(await stored()).toEqual(before);
  });

  test('ends the worker processes when the server stops', async () => {
    await start();
    const pid = await hang();
    const { response } = await postThatHangs(ann);
    response.catch(() => undefined);
    await world.close();
    await until(() => expect(pids().filter(isRunning)).toEqual([]));
    expect(isRunning(pid)).toBe(false);
    await start();
  });
});

describe('returns 422 and stores nothing when a file exceeds the limits of its worker process', () => {
  test('memory', async () => {
    await start({ memoryBytes: 150 * 1024 * 1024 });
    expect(await post(ann, avifOf['3100 × 3100'], 'a.avif')).toMatchObject({
      status: 422,
      body: { errors: { files: [failed] } },
    });
    expect(await stored()).toEqual([]);
    expect((await post(ann)).status).toBe(201);
    expect(pids()).toHaveLength(2);
  });

  test('time', async () => {
    await start({ decodeMs: 1 });
    expect(await post(ann)).toMatchObject({ status: 422, body: { errors: { files: [failed] } } });
    expect(await stored()).toEqual([]);
    await until(() => expect(pids().filter(isRunning)).toEqual([]));
  });

  test('time, when the parser does not finish', async () => {
    await start({ inspectMs: 2_000 });
    const noise = element('18538067', new Uint8Array(Buffer.alloc(300_000, 'noise')), false);
    const recording = bytesOf(webm([]).slice(0, 60), noise);
    expect((await post(ann, recording, 'a.webm')).status).toBe(422);
    expect(await stored()).toEqual([]);
  });

  test('memory, for a profile picture', async () => {
    await start({ memoryBytes: 150 * 1024 * 1024 });
    const form = new FormData();
    form.append('profile_image', new File([avifOf['3100 × 3100']], 'a.avif'));
    const response = await world.server.call('POST', '/api/web/update-profile', {
      token: ann.token,
      body: form,
    });
    expect(response).toMatchObject({ status: 422, body: { errors: { profile_image: [failed] } } });
    const { dataFolder } = world.server.context.config;
    expect(await readdir(join(dataFolder, 'media', 'avatars')).catch(() => [])).toEqual([]);
    expect(await readdir(join(dataFolder, 'tmp'))).toEqual([]);
  });
});

describe('the worker processes', () => {
  test('start with the first file, at most two, and end when idle', async () => {
    await start({ idleMs: 100 });
    expect((await world.say(ann, chatId, 'Hello.')).status).toBe(201);
    expect(pids()).toEqual([]);
    const others = await Promise.all(['Carl', 'Dora', 'Eve'].map((name) => world.user(name)));
    chatId = await world.chat('GR', 'Larger group', [ann, bob, ...others]);
    const responses = await Promise.all([ann, bob, ...others].map((who) => post(who)));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    await until(() => expect(pids().filter(isRunning)).toEqual([]));
    expect((await post(ann)).status).toBe(201);
  });

  test.skipIf(process.platform !== 'linux')('run at a lower priority and without secrets', async () => {
    vi.stubEnv('STRIPE_SECRET_KEY', 'sk_test_not_for_workers');
    await start();
    await post(ann);
    vi.unstubAllEnvs();
    const [pid = 0] = pids();
    expect(getPriority(pid)).toBeGreaterThan(getPriority());
    const decoders = readdirSync(`/proc/${pid}/task`).filter((thread) =>
      /^(?:libuv|libvips)/.test(readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8')),
    );
    expect(decoders.length).toBeGreaterThan(0);
    for (const thread of decoders) expect(getPriority(Number(thread))).toBeGreaterThan(getPriority());
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('sk_test_not_for_workers');
  });
});
