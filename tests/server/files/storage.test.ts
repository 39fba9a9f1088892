// The file storage: the same behavior of a folder and of a bucket.
import { unlinkSync } from 'node:fs';
import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { copyFiles } from '../../../examples/server/src/storage/copy-files.ts';
import { createFolderStorage } from '../../../examples/server/src/storage/folder-storage.ts';
import { openStorage } from '../../../examples/server/src/storage/open-storage.ts';
import { createS3Storage } from '../../../examples/server/src/storage/s3-storage.ts';
import type { FileStorage } from '../../../examples/server/src/storage/storage.types.ts';
import { type FakeS3, startS3 } from '../../support/s3.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

const folder = temporaryFolder();
const s3 = sharedByTests(startS3);
let bucket: FileStorage;
const timeouts = { connectMs: 2_000, responseMs: 2_000, uploadMs: 2_000, partMs: 2_000, retryMs: 2 };

beforeAll(() => {
  bucket = createS3Storage(s3.access, timeouts);
});
afterAll(() => bucket.close());
beforeEach(() => {
  s3.objects.clear();
  s3.requests.length = 0;
});

let count = 0;
/** Writes a temporary file as an upload does. */
async function upload(bytes: Uint8Array | string) {
  count += 1;
  const path = join(folder, `upload${count}`);
  await writeFile(path, bytes);
  return { path, mime: 'image/png' };
}

async function readAll(
  storage: FileStorage,
  key: string,
  start: number,
  end: number,
): Promise<Buffer | null> {
  const reader = await storage.open(key, { start, end });
  if (reader === null) return null;
  const parts: Uint8Array[] = [];
  for (let part = await reader.read(); part !== null; part = await reader.read()) parts.push(part);
  reader.close();
  return Buffer.concat(parts);
}

/** Asserts that a file has these bytes. `toEqual` takes a second for large files. */
const expectBytes = (bytes: Buffer | null, expected: Buffer) =>
  expect([bytes?.length, bytes?.equals(expected)]).toEqual([expected.length, true]);

async function keysIn(storage: FileStorage, name: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(name)) keys.push(key);
  return keys.sort();
}

/** Bytes of several parts. */
const large = Buffer.from(Array.from({ length: 700_000 }, (_, index) => (index * 7 + (index >> 8)) % 256));

describe.each(['folder', 'bucket'] as const)('a %s', (kind) => {
  let storage: FileStorage;
  let round = 0;
  beforeEach(() => {
    round += 1;
    storage = kind === 'folder' ? createFolderStorage(join(folder, `media${round}`)) : bucket;
  });

  test('returns a stored file and any range of it', async () => {
    await storage.put('chat/abc', await upload(large));
    expect(await storage.stat('chat/abc')).toEqual({ size: large.length });
    const last = large.length - 1;
    expectBytes(await readAll(storage, 'chat/abc', 0, last), large);
    expectBytes(await readAll(storage, 'chat/abc', 300_000, 300_009), large.subarray(300_000, 300_010));
    expectBytes(await readAll(storage, 'chat/abc', last, last), large.subarray(-1));
  });

  test('stores an empty file', async () => {
    await storage.put('chat/empty', await upload(''));
    expect(await storage.stat('chat/empty')).toEqual({ size: 0 });
  });

  test('replaces a file that has the same key', async () => {
    await storage.put('chat/abc', await upload('first'));
    await storage.put('chat/abc', await upload('second'));
    expect(String(await readAll(storage, 'chat/abc', 0, 5))).toBe('second');
  });

  test('returns null for a missing file', async () => {
    expect(await storage.stat('chat/none')).toBeNull();
    expect(await storage.open('chat/none', { start: 0, end: 1 })).toBeNull();
    expect(await keysIn(storage, 'none')).toEqual([]);
  });

  test('removes a file, and ignores a missing one', async () => {
    await storage.put('chat/abc', await upload('text'));
    await storage.delete('chat/abc');
    await storage.delete('chat/abc');
    expect(await storage.stat('chat/abc')).toBeNull();
  });

  test('lists the files of one folder with their times', async () => {
    const keys = ['a', 'b', 'c', 'd', 'e.webp', 'f', 'g'].map((name) => `chat/${name}`);
    for (const key of [...keys, 'chats/other', 'avatars/a.webp']) await storage.put(key, await upload('x'));
    expect(await keysIn(storage, 'chat')).toEqual(keys);
    for await (const { modifiedAt } of storage.list('chat')) {
      expect(Math.abs(modifiedAt - Date.now())).toBeLessThan(60_000);
    }
  });

  test.each([
    '../secret',
    'chat/../../secret',
    'chat/..',
    '..',
    '.',
    '/etc/passwd',
    'chat//a',
    'chat/a/b',
    'chat\\a',
    'chat/a\0',
    'chat/%2e%2e',
    'chat/a b',
    'chat/.hidden',
    '',
  ])('rejects the key %j', async (key) => {
    const file = await upload('text');
    await expect(storage.put(key, file)).rejects.toThrow(TypeError);
    await expect(storage.stat(key)).rejects.toThrow(TypeError);
    await expect(storage.open(key, { start: 0, end: 1 })).rejects.toThrow(TypeError);
    await expect(storage.delete(key)).rejects.toThrow(TypeError);
    await expect(keysIn(storage, key)).rejects.toThrow(TypeError);
    expect(s3.requests).toEqual([]);
  });
});

describe('a folder', () => {
  const failing = (code: string) => async () => {
    throw Object.assign(new Error(`${code}: /secret/path`), { code });
  };

  test('stores nothing on a full disk, and keeps the earlier file', async () => {
    const root = join(folder, 'full');
    await createFolderStorage(root).put('chat/abc', await upload('earlier'));
    const writePart = async (_from: unknown, to: unknown) => {
      await writeFile(String(to), 'half');
      await failing('ENOSPC')();
    };
    const full = createFolderStorage(root, { rename: failing('EXDEV'), copyFile: writePart });
    await expect(full.put('chat/abc', await upload('later'))).rejects.toMatchObject({
      name: 'StorageUnavailableError',
      message: 'The file storage failed to store a file: ENOSPC',
    });
    expect(await readdir(join(root, 'chat'))).toEqual(['abc']);
    expect(String(await readAll(full, 'chat/abc', 0, 6))).toBe('earlier');
  });

  test('copies an upload that is on another file system', async () => {
    const root = join(folder, 'elsewhere');
    let isFirst = true;
    const storage = createFolderStorage(root, {
      rename: async (from, to) => {
        if (!isFirst) return rename(from, to);
        isFirst = false;
        await failing('EXDEV')();
      },
      copyFile: (await import('node:fs/promises')).copyFile,
    });
    await storage.put('chat/abc', await upload('text'));
    expect(String(await readAll(storage, 'chat/abc', 0, 3))).toBe('text');
    expect(await readdir(join(root, 'chat'))).toEqual(['abc']);
  });
});

test('removes at the start what a crash left of a copy, and nothing else', async () => {
  const root = join(folder, 'crashed');
  await createFolderStorage(root).put('chat/abc', await upload('text'));
  for (const name of ['def', 'abc', '.part'])
    await writeFile(join(root, 'chat', `${name}.0b0e7a52-5c2f-4bd5-9d0e-3f5a3c1d2e4f.part`), 'half');
  await writeFile(join(root, 'chat', 'notes.part'), 'whole');
  const storage = await openStorage(null, root);
  expect((await readdir(join(root, 'chat'))).sort()).toEqual(['abc', 'notes.part']);
  expect(String(await readAll(storage, 'chat/abc', 0, 3))).toBe('text');
});

describe('a bucket', () => {
  test('stores below the prefix with the type of the file', async () => {
    await bucket.put('avatars/a.webp', { ...(await upload('x')), mime: 'image/webp' });
    expect([...s3.objects].map(([key, { type }]) => [key, type])).toEqual([
      ['site/files/avatars/a.webp', 'image/webp'],
    ]);
  });

  test('requests the size without the body', async () => {
    await bucket.put('chat/abc', await upload(large));
    s3.requests.length = 0;
    await bucket.stat('chat/abc');
    expect(s3.requests).toEqual([{ line: 'HEAD site/files/chat/abc', status: 200 }]);
  });

  test.each(['slow-down', 'reset', 'lost-response'] as const)(
    'stores a file after two failures of kind %s',
    async (kind) => {
      s3.fail({ method: 'PUT', times: 2, kind });
      await bucket.put('chat/abc', await upload(large));
      expectBytes(await readAll(bucket, 'chat/abc', 0, large.length - 1), large);
    },
  );

  test('stores a file after two attempts without a response', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const timeOut = vi.fn(() => void vi.advanceTimersByTime(timeouts.uploadMs));
    s3.fail({ method: 'PUT', times: 2, kind: 'no-response', onRequest: timeOut });
    await bucket.put('chat/abc', await upload(large));
    expect(timeOut).toHaveBeenCalledTimes(2);
    expectBytes(await readAll(bucket, 'chat/abc', 0, large.length - 1), large);
  });

  test('gives up an upload after three attempts, with nothing stored', async () => {
    s3.fail({ method: 'PUT', times: 3, kind: 'slow-down' });
    await expect(bucket.put('chat/abc', await upload(large))).rejects.toMatchObject({
      name: 'StorageUnavailableError',
      message: 'The file storage failed to store a file: SlowDown',
    });
    expect(s3.requests.filter(({ line }) => line.startsWith('PUT')).length).toBe(3);
    expect(s3.objects.size).toBe(0);
  });

  test('fails an upload whose file disappears between two attempts', async () => {
    const file = await upload(large);
    s3.fail({ method: 'PUT', times: 1, kind: 'slow-down', onRequest: () => unlinkSync(file.path) });
    await expect(bucket.put('chat/abc', file)).rejects.toMatchObject({
      name: 'StorageUnavailableError',
      message: 'The file storage failed to store a file: ENOENT',
    });
    expect(s3.objects.size).toBe(0);
  });

  test('gives up a denied request at once', async () => {
    s3.fail({ method: 'PUT', times: 1, kind: 'denied' });
    await expect(bucket.put('chat/abc', await upload('x'))).rejects.toMatchObject({ code: 'AccessDenied' });
    expect(s3.requests.length).toBe(1);
  });

  test('names the status of a response without a body', async () => {
    s3.fail({ method: 'HEAD', times: 1, kind: 'denied' });
    await expect(bucket.stat('chat/abc')).rejects.toMatchObject({ code: 'HTTP 403' });
  });

  test('continues an interrupted download at its last byte', async () => {
    await bucket.put('chat/abc', await upload(large));
    s3.fail({ method: 'GET', times: 2, kind: 'cut' });
    expectBytes(await readAll(bucket, 'chat/abc', 0, large.length - 1), large);
  });

  test('fails a download that is interrupted three times', async () => {
    await bucket.put('chat/abc', await upload(large));
    s3.fail({ method: 'GET', times: 3, kind: 'cut' });
    await expect(readAll(bucket, 'chat/abc', 0, large.length - 1)).rejects.toThrow('failed to read a file');
  });

  test('fails an interrupted download whose file was replaced', async () => {
    await bucket.put('chat/abc', await upload(large));
    s3.fail({ method: 'GET', times: 1, kind: 'cut' });
    const reader = await bucket.open('chat/abc', { start: 0, end: large.length - 1 });
    await bucket.put('chat/abc', await upload(Buffer.from(large).reverse()));
    const drain = async () => {
      while ((await reader?.read()) !== null);
    };
    await expect(drain()).rejects.toMatchObject({ code: 'PreconditionFailed' });
  });

  test('is rejected with a wrong secret, another key or another region', async () => {
    for (const wrong of [{ secretAccessKey: 'x' }, { accessKeyId: 'AKIAOTHER' }, { region: 'us-east-1' }]) {
      const storage = createS3Storage({ ...s3.access, ...wrong }, timeouts);
      await expect(storage.put('chat/abc', await upload('x'))).rejects.toThrow('failed to store a file');
      await expect(storage.stat('chat/abc')).rejects.toThrow('failed to read a file');
      storage.close();
    }
    expect(s3.objects.size).toBe(0);
  });

  test('fails within the time limits while the service does not respond', async () => {
    const storage = createS3Storage(s3.access, { ...timeouts, responseMs: 10, uploadMs: 10 });
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE'] as const)
      onTestFinished(s3.fail({ method, times: Number.POSITIVE_INFINITY, kind: 'no-response' }));
    const action = 'The file storage failed to';
    await expect(storage.stat('chat/abc')).rejects.toThrow(`${action} read a file: ETIMEDOUT`);
    await expect(storage.put('chat/abc', await upload('x'))).rejects.toThrow(
      `${action} store a file: ETIMEDOUT`,
    );
    await expect(storage.delete('chat/abc')).rejects.toThrow(`${action} remove a file: ETIMEDOUT`);
    await expect(keysIn(storage, 'chat')).rejects.toThrow(`${action} list files: ETIMEDOUT`);
    storage.close();
  });
});

describe('a reader of a bucket', () => {
  let own: FakeS3;
  let storage: FileStorage;
  beforeEach(async () => {
    own = await startS3();
    storage = createS3Storage(own.access, timeouts);
    // Not uploaded: the client may keep the connection of an upload, and open another one to read.
    own.objects.set('site/files/chat/abc', { bytes: large, type: 'image/png', modifiedAt: 0 });
    return async () => {
      storage.close();
      await own.close();
    };
  });
  const open = () => storage.open('chat/abc', { start: 0, end: large.length - 1 });
  const isDisconnected = () => until(() => expect(own.connections()).toBe(0));

  test('continues after an interruption before the first read', async () => {
    own.fail({ method: 'GET', times: 1, kind: 'cut' });
    const reader = await open();
    await isDisconnected();
    const parts: Uint8Array[] = [];
    for (let part = await reader?.read(); part != null; part = await reader?.read()) parts.push(part);
    expectBytes(Buffer.concat(parts), large);
  });

  test.each([0, 1])('leaves no connection when it is closed midway, interruptions: %d', async (times) => {
    own.fail({ method: 'GET', times, kind: 'cut' });
    const reader = await open();
    // Reads up to the first part of the last response.
    do await reader?.read();
    while (own.requests.length <= times);
    expect(own.connections()).toBe(1);
    reader?.close();
    await isDisconnected();
    await expect(reader?.read()).rejects.toThrow('failed to read a file');
  });
});

describe('copyFiles', () => {
  test('copies the files of a folder to a bucket, and continues after a failure', async () => {
    const root = join(folder, 'before');
    const before = createFolderStorage(root);
    const keys = ['alerts/a.png', 'avatars/a.webp', 'chat/a', 'chat/b', 'chat/c'];
    for (const key of keys) await before.put(key, await upload(`text of ${key}`));
    s3.fail({ method: 'PUT', times: 3, kind: 'slow-down' });
    await expect(copyFiles(root, bucket)).rejects.toThrow('failed to store a file');
    await bucket.put('chat/a', await upload('text of chat/a'));
    expect(await copyFiles(root, bucket)).toEqual({ copied: 4, skipped: 1 });
    for (const key of keys) {
      const text = `text of ${key}`;
      expect(String(await readAll(bucket, key, 0, text.length - 1))).toBe(text);
      expect(await before.stat(key)).toEqual({ size: text.length });
    }
    expect(await copyFiles(root, bucket)).toEqual({ copied: 0, skipped: 5 });
  });
});
