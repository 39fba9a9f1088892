// Files are read and decoded in processes of their own: one that hangs, crashes or takes too much costs nobody else theirs.
import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { FileWorkerLimits } from '../../../examples/server/src/files/file-workers.ts';
import { avifOf } from './costly-images.ts';
import { bytesOf, element, webm } from './media-containers.ts';
import { type Answer, type ChatWorld, type Person, startWorld } from './support.ts';
import { tinyImages } from './tiny-images.ts';

let world: ChatWorld;
let ann: Person;
let bob: Person;
let chatId: number;
/** Processes that a test has stopped. */
const stopped = new Set<number>();

async function start(fileWorkers: Partial<FileWorkerLimits> = {}): Promise<void> {
  world = await startWorld({ fileWorkers });
  ann = await world.person('Ann');
  bob = await world.person('Bob');
  chatId = await world.chat('GR', 'Group', [ann, bob]);
}
afterEach(async () => {
  for (const pid of stopped) if (isRunning(pid)) process.kill(pid, 'SIGCONT');
  stopped.clear();
  await world.close();
});

type Bytes = Uint8Array<ArrayBuffer>;
const picture = new Uint8Array(Buffer.from(tinyImages.jpeg, 'base64'));
const post = (who: Person, content: Bytes = picture, name = 'a.jpg'): Promise<Answer> =>
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
const tasksOf = (who: Person) => logged('file-task').filter(({ userId }) => userId === who.id).length;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Posts a picture, so that a process has started, and stops that process: its next task hangs. */
async function hang(): Promise<number> {
  expect((await post(bob)).status).toBe(201);
  const pid = pids().at(-1) ?? 0;
  process.kill(pid, 'SIGSTOP');
  stopped.add(pid);
  return pid;
}

/** Posts a picture that hangs in the process that {@link hang} has stopped. */
async function postThatHangs(who: Person): Promise<{ readonly answer: Promise<Answer> }> {
  const before = tasksOf(who);
  const answer = post(who);
  await vi.waitFor(() => expect(tasksOf(who)).toBe(before + 1), 20_000);
  return { answer };
}

const failed = 'This file could not be processed. Please try another one.';
const signals = describe.skipIf(process.platform === 'win32');

signals('while a picture hangs', () => {
  test('processes images of other users, and retries when the worker process is killed', async () => {
    await start();
    const pid = await hang();
    const { answer } = await postThatHangs(ann);
    expect((await post(bob)).status).toBe(201);
    expect((await post(bob)).status).toBe(201);
    process.kill(pid, 'SIGKILL');
    expect((await answer).status).toBe(201);
    expect(await stored()).toHaveLength(4);
  });

  test('queues a limited number of images of the same user, then returns 429', async () => {
    await start({ waitingPerUser: 2 });
    const pid = await hang();
    const { answer } = await postThatHangs(ann);
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
    expect((await answer).status).toBe(201);
    expect((await Promise.all(waiting)).map(({ status }) => status).sort()).toEqual([201, 201, 429]);
  });

  test('returns 401 and stores nothing when the user logs out meanwhile', async () => {
    await start();
    const pid = await hang();
    const before = await stored();
    const elsewhere = await world.session(ann);
    const { answer } = await postThatHangs(elsewhere);
    expect((await world.post('/web/logout', elsewhere)).status).toBe(200);
    process.kill(pid, 'SIGCONT');
    expect((await answer).status).toBe(401);
    expect(await stored()).toEqual(before);
  });

  test('ends the worker processes when the server stops', async () => {
    await start();
    const pid = await hang();
    const { answer } = await postThatHangs(ann);
    answer.catch(() => undefined);
    await world.close();
    await vi.waitFor(() => expect(pids().filter(isRunning)).toEqual([]), 20_000);
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
    await vi.waitFor(() => expect(pids().filter(isRunning)).toEqual([]), 20_000);
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
    const answer = await world.server.call('POST', '/api/web/update-profile', {
      token: ann.token,
      body: form,
    });
    expect(answer).toMatchObject({ status: 422, body: { errors: { profile_image: [failed] } } });
    const avatars = join(world.server.context.config.dataFolder, 'media', 'avatars');
    expect(await readdir(avatars)).toEqual([]);
  });
});

describe('the worker processes', () => {
  test('start with the first file, at most two, and end when idle', async () => {
    await start({ idleMs: 100 });
    expect((await world.say(ann, chatId, 'Hello.')).status).toBe(201);
    expect(pids()).toEqual([]);
    const others = await Promise.all(['Carl', 'Dora', 'Eve'].map((name) => world.person(name)));
    chatId = await world.chat('GR', 'Larger group', [ann, bob, ...others]);
    const answers = await Promise.all([ann, bob, ...others].map((who) => post(who)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    await vi.waitFor(() => expect(pids().filter(isRunning)).toEqual([]), 20_000);
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
