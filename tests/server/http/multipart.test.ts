import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HttpError } from '../../../examples/server/src/http/http-error.ts';
import { createUploadSpace } from '../../../examples/server/src/http/limits/upload-space.ts';
import { type MultipartLimits, readMultipart } from '../../../examples/server/src/http/request/multipart.ts';

let temporary: string;
beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'openbell-multipart-'));
});
afterEach(() => rm(temporary, { recursive: true, force: true }));

const kib = 1024;
const limits = (changes: Partial<MultipartLimits> = {}): MultipartLimits => ({
  temporary,
  files: 3,
  fileBytes: 10 * kib,
  totalBytes: 40 * kib,
  fileFields: ['files[]'],
  space: createUploadSpace(temporary),
  account: 'ann',
  ...changes,
});
const read = (body: BodyInit, changes?: Partial<MultipartLimits>, headers?: HeadersInit) =>
  readMultipart(
    new Request('http://server/', { method: 'POST', body, ...(headers === undefined ? {} : { headers }) }),
    limits(changes),
  );
const file = (bytes: number, name = 'a.bin') => new File([new Uint8Array(bytes).fill(7)], name);
function form(entries: readonly (readonly [string, string | File])[]): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}
async function refusal(work: Promise<unknown>): Promise<number> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(HttpError);
  expect(await readdir(temporary)).toEqual([]);
  return (error as HttpError).status;
}

test('reads fields and files unchanged', async () => {
  const result = await read(
    form([
      ['message', 'Grüße 🔔'],
      ['message', 'a second value is not used'],
      ['files[]', file(5_000, 'größe 🔔.png')],
      ['files[]', file(0, 'empty.txt')],
    ]),
  );
  expect({ ...result.fields }).toEqual({ message: 'Grüße 🔔' });
  expect(result.files.map(({ field, name, bytes }) => ({ field, name, bytes }))).toEqual([
    { field: 'files[]', name: 'größe 🔔.png', bytes: 5_000 },
    { field: 'files[]', name: 'empty.txt', bytes: 0 },
  ]);
  expect(await readFile(result.files[0]?.path ?? '')).toEqual(Buffer.alloc(5_000, 7));
  await result.discard();
  expect(await readdir(temporary)).toEqual([]);
});

test('stores a file in the temporary folder, whatever its name', async () => {
  const result = await read(
    form([
      ['files[]', file(1, '../../etc/passwd')],
      ['files[]', file(1, 'a\\..\\b')],
    ]),
  );
  for (const { path } of result.files) expect(path.startsWith(`${temporary}/`)).toBe(true);
  expect(result.files.map(({ name }) => name)).toEqual(['passwd', 'b']);
});

test('reads fields named like object properties as plain fields', async () => {
  const result = await read(
    form([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]),
  );
  expect(result.fields.constructor).toBe('y');
  expect(Object.keys(result.fields).sort()).toEqual(['__proto__', 'constructor']);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test('accepts a file of exactly the limit, and returns 413 for one byte more', async () => {
  const result = await read(form([['files[]', file(10 * kib)]]));
  expect(result.files[0]?.bytes).toBe(10 * kib);
  await result.discard();
  expect(await refusal(read(form([['files[]', file(10 * kib + 1)]])))).toBe(413);
});

test('returns 422 for more files than allowed', async () => {
  const entries = Array.from({ length: 4 }, () => ['files[]', file(1)] as const);
  expect(await refusal(read(form(entries)))).toBe(422);
});

test('returns 413 when all files together exceed the limit', async () => {
  const entries = Array.from({ length: 3 }, () => ['files[]', file(9 * kib)] as const);
  expect(await refusal(read(form(entries), { totalBytes: 20 * kib }))).toBe(413);
});

test('returns 503 while the uploads of all members exceed their space [chat.upload-space]', async () => {
  const space = createUploadSpace(temporary, { most: 12 * kib });
  const upload = (account = 'ann') => read(form([['files[]', file(8 * kib)]]), { space, account });
  const first = await upload();
  await expect(upload('bob')).rejects.toMatchObject({ status: 503, retryAfter: 10 });
  expect(await readdir(temporary)).toHaveLength(1);
  await first.discard();
  const second = await upload();
  await second.discard();
  // A form that is refused for another reason gives its space back, too.
  expect(await refusal(read(form([['files[]', file(11 * kib)]]), { space }))).toBe(413);
  await (await upload()).discard();
});

/** A request whose header declares a body of this length. */
function declared(body: FormData, bytes: number): Request {
  const request = new Request('http://x/', { method: 'POST', body });
  request.headers.set('content-length', String(bytes));
  return request;
}

const mib = 1024 * kib;
const large = { fileBytes: 2 * mib, totalBytes: 3 * mib };

test.each([
  ['413 when it is beyond the limit of the form', 4 * mib, {}, { status: 413 }],
  [
    '429 when it exceeds the share of its account [chat.upload-share]',
    3 * mib,
    { used: 'ann' },
    { status: 429, retryAfter: 10 },
  ],
  [
    '503 when it exceeds the space of all uploads',
    3 * mib,
    { used: 'bob', most: 4 * mib },
    { status: 503, retryAfter: 10 },
  ],
  [
    '507 when the disk has no space for it',
    3 * mib,
    { readFree: async () => 4 * mib },
    { name: 'StorageUnavailableError', code: 'ENOSPC' },
  ],
] as const)('refuses a body by its length with %s', async (_what, bytes, options, expected) => {
  const { used, ...spaceOptions }: { used?: string; most?: number; readFree?: () => Promise<number> } =
    options;
  const space = createUploadSpace(temporary, spaceOptions);
  if (used !== undefined) {
    const share = await space.begin({ account: used, accountBytes: 3 * mib });
    expect(share.reserve(2 * mib)).toBeNull();
  }
  let written = 0;
  const counting = {
    begin: async (upload: Parameters<typeof space.begin>[0]) => {
      const share = await space.begin(upload);
      return {
        ...share,
        take: (more: number) => {
          written += more;
          return share.take(more);
        },
      };
    },
  };
  const request = declared(form([['files[]', file(mib)]]), bytes);
  await expect(readMultipart(request, limits({ ...large, space: counting }))).rejects.toMatchObject(expected);
  expect(written).toBe(0);
  expect(await readdir(temporary)).toEqual([]);
});

test('asks whether the files are admitted before it stores one, and stores none of a refused form', async () => {
  const asked: unknown[] = [];
  const request = declared(
    form([
      ['client_id', 'c1'],
      ['files[]', file(mib)],
      ['files[]', file(mib)],
    ]),
    2 * mib + 500,
  );
  const admit = async (fields: object, leastBytes: number) => {
    asked.push({ ...fields, leastBytes });
    for (const name of await readdir(temporary))
      expect(await readFile(join(temporary, name))).toHaveLength(0);
    throw new HttpError(413, 'You have no room left.');
  };
  expect(await refusal(readMultipart(request, limits({ ...large, admit })))).toBe(413);
  expect(asked).toEqual([{ client_id: 'c1', leastBytes: 2 * mib + 500 - 64 * kib }]);
});

test('does not ask about a form without files', async () => {
  const admit = async () => {
    throw new HttpError(413, 'You have no room left.');
  };
  expect({ ...(await read(form([['message', 'hello']]), { admit })).fields }).toEqual({ message: 'hello' });
});

/** A request without a declared length. */
const streamed = (body: ReadableStream, type: string) =>
  new Request('http://x/', {
    method: 'POST',
    headers: { 'content-type': type },
    body,
    duplex: 'half',
  } as RequestInit);

test('enforces the limit while reading when the body has no length', async () => {
  const data = new Request('http://x/', { method: 'POST', body: form([['files[]', file(9 * kib)]]) });
  const type = data.headers.get('content-type') ?? '';
  const bytes = new Uint8Array(await data.arrayBuffer());
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 500) controller.enqueue(bytes.slice(at, at + 500));
      controller.close();
    },
  });
  expect(await refusal(readMultipart(streamed(stream, type), limits({ totalBytes: 5 * kib })))).toBe(413);
});

test('drops files of other fields', async () => {
  const result = await read(
    form([
      ['avatar', file(5)],
      ['files[]', file(6)],
    ]),
  );
  expect(result.files.map(({ bytes }) => bytes)).toEqual([6]);
  await result.discard();
});

test('returns 413 for a field that is too long and for too many fields', async () => {
  expect(await refusal(read(form([['message', 'x'.repeat(2_000)]]), { fieldBytes: 1_000 }))).toBe(413);
  expect(
    await refusal(read(form(Array.from({ length: 80 }, (_, index) => [`f${index}`, 'x'] as const)))),
  ).toBe(413);
});

test('returns 415 for another content type and 400 for a malformed form', async () => {
  expect(await refusal(read('{}', {}, { 'content-type': 'application/json' }))).toBe(415);
  expect(await refusal(read('x', {}, { 'content-type': 'multipart/form-data' }))).toBe(415);
  expect(await refusal(read('x', {}, { 'content-type': 'multipart/form-data; x=y' }))).toBe(400);
  expect(await refusal(read('x', {}, { 'content-type': 'multipart/form-data; boundary=b' }))).toBe(400);
  const cut = '--b\r\nContent-Disposition: form-data; name="files[]"; filename="a"\r\n\r\nhalf';
  expect(await refusal(read(cut, {}, { 'content-type': 'multipart/form-data; boundary=b' }))).toBe(400);
});

test('leaves no file when the client disconnects in the middle', async () => {
  const head = '--b\r\nContent-Disposition: form-data; name="files[]"; filename="a"\r\n\r\nhalf';
  let sent = false;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) controller.error(new Error('gone'));
      else controller.enqueue(new TextEncoder().encode(head));
      sent = true;
    },
  });
  const request = streamed(stream, 'multipart/form-data; boundary=b');
  expect(await refusal(readMultipart(request, limits()))).toBe(400);
});
