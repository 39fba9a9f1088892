// Files of a post, and their limits.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { bytesOf, mp4, webm } from '../files/media-containers.ts';
import { tinyImages } from '../files/tiny-images.ts';
import { type ChatResponse, type Json, sharedWorld, usersOf } from './support.ts';

let chatId: number;

const world = sharedWorld();
const [ann, bob] = usersOf(world, beforeAll, 'Ann', 'Bob');
beforeAll(async () => {
  chatId = await world.chat('GR', 'Group', [ann, bob]);
});

type Bytes = Uint8Array<ArrayBuffer>;
const bytes = bytesOf;

/** A PNG of one color with optional extra chunks. */
function png(width: number, height: number, extra: Uint8Array = new Uint8Array()): Bytes {
  const chunk = (type: string, data: Uint8Array): Uint8Array => {
    const body = bytes(type, data);
    const frame = Buffer.alloc(8 + body.length);
    frame.writeUInt32BE(data.length, 0);
    frame.set(body, 4);
    frame.writeUInt32BE(crc32(body), 4 + body.length);
    return frame;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc((1 + width * 3) * Math.min(height, 4_000), 0);
  return bytes(
    [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
    chunk('IHDR', head),
    extra.length > 0 ? chunk('tEXt', extra) : new Uint8Array(),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array()),
  );
}

function crc32(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const file = (content: Bytes, name: string, type = 'application/octet-stream') =>
  new File([content], name, { type });
const pdf = bytes('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const ogg = (codec: string) => bytes('OggS', [0, 2], new Uint8Array(20), [1, 19], codec, new Uint8Array(40));
/** The old container of Word, which other programs also use. */
const cfb = bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], new Uint8Array(1_600));

const send = (files: readonly File[], fields: Record<string, string> = {}) =>
  world.form(
    `/web/chat/${chatId}`,
    ann,
    { chat_id: String(chatId), message: '', message_type: 'IMG', ...fields },
    files,
  );
const media = (response: ChatResponse): Json => response.body.media as Json;
const stored = () => readdir(join(world.server.context.config.dataFolder, 'media', 'chat')).catch(() => []);
const temporary = async () => {
  const folder = world.server.context.config.dataFolder;
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile() && !entry.parentPath.includes('media')).map(({ name }) => name);
};

describe('the server decides the type from the content', () => {
  test.each([
    ['an image', png(4, 3), 'holiday.png', 'IMG', 'holiday.png'],
    ['an image under another name', png(4, 3), 'page.html', 'IMG', 'page.html.png'],
    ['a pdf', pdf, 'report.pdf', 'PDF', 'report.pdf'],
    ['a text', bytes('plain words\n'), 'notes.txt', 'TXT', 'notes.txt'],
    ['a video', webm(['V_VP9']), 'clip.webm', 'VID', 'clip.webm'],
    ['a voice note (Chromium)', webm(['A_OPUS']), 'voice.webm', 'AUD', 'voice.webm'],
    ['a voice note (Safari)', mp4({ tracks: ['soun'] }), 'voice.mp4', 'AUD', 'voice.mp4'],
    ['a film', mp4({ tracks: ['vide'] }), 'film.mp4', 'VID', 'film.mp4'],
    ['a recording (Firefox)', ogg('OpusHead'), 'voice.ogg', 'AUD', 'voice.ogg'],
    [
      'a song',
      bytes('ID3', [3, 0, 0, 0, 0, 0, 0], [0xff, 0xfb, 0x90, 0x64], new Uint8Array(500)),
      'a.mp3',
      'AUD',
      'a.mp3',
    ],
    [
      'a wave',
      bytes('RIFF', [36, 0, 0, 0], 'WAVEfmt ', [16, 0, 0, 0], new Uint8Array(60)),
      'a.wav',
      'AUD',
      'a.wav',
    ],
    ['a song (Apple)', mp4({ brand: 'M4A ', tracks: ['soun'] }), 'a.m4a', 'AUD', 'a.m4a'],
    ['a film (Apple)', mp4({ brand: 'qt  ', tracks: ['vide'] }), 'a.mov', 'VID', 'a.mov'],
    ['an old document', cfb, 'plan.doc', 'DOC', 'plan.doc'],
    ['a path as name', pdf, '../../etc/pass\u202ewd\u0007:*.pdf', 'PDF', 'passwd.pdf'],
  ])(
    'detects the type of %s from its content [chat.sniffed-type]',
    async (_what, content, name, type, shownName) => {
      const response = await send([file(content, name, 'image/png')], { message_type: 'VID' });
      expect(response).toMatchObject({
        status: 201,
        body: { message_type: type, media: { name: shownName } },
      });
    },
  );

  test.each([
    ['jpeg', 'image/jpeg', 'x.jpeg'],
    ['webp', 'image/webp', 'x.webp'],
    ['gif', 'image/gif', 'x.gif'],
    ['avif', 'image/webp', 'x.avif.webp'],
    ['animatedGif', 'image/gif', 'x.animatedGif.gif'],
    ['jpegWithExif', 'image/jpeg', 'x.jpegWithExif.jpg'],
  ] as const)('detects %s as an image and serves it without metadata', async (format, mime, name) => {
    const content = bytes(Buffer.from(tinyImages[format], 'base64'));
    const response = await send([file(content, `x.${format}`)]);
    expect(response).toMatchObject({
      status: 201,
      body: { message_type: 'IMG', media: { name, width: 3, height: 2 } },
    });
    const got = await fetch(world.url + String(media(response).file));
    expect(got.headers.get('content-type')).toBe(mime);
    expect(Buffer.from(await got.arrayBuffer()).toString('latin1')).not.toContain('SecretPlace');
  });

  test('stores several images as IMGS with a list, and returns 422 for other combinations [chat.sniffed-type]', async () => {
    const response = await send([file(png(2, 2), 'a.png'), file(png(3, 3), 'b.png')]);
    expect(response.body).toMatchObject({
      message_type: 'IMGS',
      media: [{ name: 'a.png' }, { name: 'b.png' }],
    });
    expect((await send([file(png(2, 2), 'a.png'), file(pdf, 'b.pdf')])).status).toBe(422);
  });

  test('shows the kind of a file without text, or the name of a document, in the chat list [chat.last-kind]', async () => {
    const last = async () => {
      const { body } = await world.get('/web/chats?chat_type=GR', bob);
      return ((body.data as unknown as Json[])[0] as Json).last_msg?.message;
    };
    await send([file(png(2, 2), 'a.png')]);
    expect(await last()).toBe('Photo');
    await send([file(webm(['A_OPUS']), 'voice.webm')]);
    expect(await last()).toBe('Voice message');
    await send([file(pdf, 'report.pdf')]);
    expect(await last()).toBe('report.pdf');
    await send([file(pdf, 'report.pdf')], { message: 'with text' });
    expect(await last()).toBe('with text');
  });
});

describe('a rejected file', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each([
    ['an svg', bytes(svg), 'a.svg', 415],
    ['an svg with a prolog', bytes(`<?xml version="1.0"?>${svg}`), 'a.png', 415],
    ['an svg as text', bytes(`\n ${svg}`), 'a.txt', 415],
    ['html as text', bytes('<!doctype html><p>x'), 'a.txt', 415],
    ['html after words', bytes('hello <script>alert(1)</script>'), 'a.txt', 415],
    ['text as html', bytes('hello'), 'a.html', 415],
    ['text with NUL', bytes('he\u0000llo'), 'a.txt', 415],
    ['text that is no UTF-8', bytes([0xff, 0xfe, 0xfd]), 'a.txt', 415],
    ['a program', bytes('MZ', new Uint8Array(300)), 'a.pdf', 415],
    ['a spreadsheet in the container format of .doc', cfb, 'a.xls', 415],
    [
      'an image in an unsupported format',
      bytes([0, 0, 0, 24], 'ftypheic', new Uint8Array(60)),
      'a.heic',
      415,
    ],
    ['a script', bytes('#!/bin/sh\necho\n'), 'a.sh', 415],
    ['an archive', bytes('PK\u0003\u0004', new Uint8Array(40)), 'a.docx', 415],
    ['an empty file', bytes(), 'a.png', 422],
    ['a broken image', png(400, 400).slice(0, 60), 'a.png', 422],
    ['an image of 900 million pixels', png(30_000, 30_000), 'a.png', 422],
    ['a polyglot image', bytes('GIF89a/*', new Uint8Array(30), '*/=1;alert(1)'), 'a.gif', 422],
  ])('is not stored when it is %s [chat.refused-kinds]', async (_what, content, name, status) => {
    const before = await stored();
    const response = await send([file(png(2, 2), 'fine.png'), file(content, name, 'image/png')]);
    expect(response.status).toBe(status);
    expect((await send([file(content, name, 'image/png')])).status).toBe(status);
    expect(await stored()).toEqual(before);
    expect((await temporary()).filter((entry) => /^[0-9a-f-]{36}$/.test(entry))).toEqual([]);
  });

  test('returns 422 for 11 files and 413 for a file of more than 25 MiB [chat.upload-limits]', async () => {
    const before = await stored();
    const eleven = Array.from({ length: 11 }, (_, index) => file(png(1, 1), `${index}.png`));
    expect((await send(eleven)).status).toBe(422);
    const large = bytes(pdf, new Uint8Array(25 * 1024 * 1024));
    expect((await send([file(large, 'a.pdf')])).status).toBe(413);
    expect(await stored()).toEqual(before);
  });

  test('returns 404 to a non-member who uploads a file [chat.upload-stranger]', async () => {
    const stranger = await world.user('Stranger');
    expect((await world.form(`/web/chat/${chatId}`, stranger, {}, [file(png(1, 1), 'a.png')])).status).toBe(
      404,
    );
  });
});

describe('media addresses', () => {
  const fetchFile = (path: string, headers: Record<string, string> = {}) =>
    fetch(world.url + path, { headers });

  test('re-encodes an image, states its size and removes its metadata [chat.re-encoded]', async () => {
    const response = await send([file(png(12, 7, bytes('Comment\u0000here I live')), 'a.png')]);
    expect(media(response)).toMatchObject({ width: 12, height: 7 });
    const got = await fetchFile(String(media(response).file));
    expect(got.status).toBe(200);
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': expect.stringMatching(/^inline; filename="a.png"/),
    });
    const content = Buffer.from(await got.arrayBuffer());
    expect(content.length).toBe(Number(media(response).size));
    expect(content.toString('latin1')).not.toContain('here I live');
  });

  test('downloads a document unchanged and under its own name [chat.download-name]', async () => {
    const response = await send([file(pdf, 'Übersicht “Q3”.pdf')]);
    const got = await fetchFile(String(media(response).file));
    expect(got.headers.get('content-disposition')).toMatch(
      /^attachment; filename="_bersicht _Q3_.pdf"; filename\*=UTF-8''%C3%9C/,
    );
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(pdf);
  });

  test('serves byte ranges [chat.ranges]', async () => {
    const response = await send([file(webm(['A_OPUS']), 'voice.webm')]);
    const path = String(media(response).file);
    const part = await fetchFile(path, { range: 'bytes=4-7' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 4-7/${webm(['A_OPUS']).length}`);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(webm(['A_OPUS']).slice(4, 8));
    expect((await fetchFile(path, { range: 'bytes=9999-' })).status).toBe(416);
  });

  test('returns 403 when the signature is missing, belongs to another file, or has expired [chat.signed-media]', async () => {
    const one = String(media(await send([file(pdf, 'one.pdf')])).file);
    const two = String(media(await send([file(pdf, 'two.pdf')])).file);
    const [pathOne = '', queryOne = ''] = one.split('?');
    expect((await fetchFile(pathOne)).status).toBe(403);
    expect((await fetchFile(`${two.split('?')[0]}?${queryOne}`)).status).toBe(403);
    expect((await fetchFile(one.replace(/expires=\d+/, 'expires=99999999999999'))).status).toBe(403);
    expect((await fetchFile(`/media/chat/..%2f..%2fopenbell.lock?${queryOne}`)).status).toBe(403);
    expect((await fetchFile(one)).status).toBe(200);
    world.server.clock.advance(20 * 60_000 + 1);
    expect((await fetchFile(one)).status).toBe(403);
  });

  test('deletes the file of an unsent message, and sends no media of a blocked sender [chat.unsend-file]', async () => {
    const response = await send([file(pdf, 'secret.pdf')]);
    const id = Number(response.body.id);
    const path = String(media(response).file);
    const seenByBob = async () => {
      const { body } = await world.get(`/web/chat/${chatId}`, bob);
      return (body.data as unknown as { messages: Json[] }).messages.find(
        (message) => Number(message.id) === id,
      );
    };
    await world.act(bob, id, 'block');
    expect((await seenByBob())?.media).toBeNull();
    await world.act(bob, id, 'unblock');
    expect((await seenByBob())?.media).toMatchObject({ name: 'secret.pdf' });
    const before = await stored();
    await world.act(ann, id, 'unsend');
    expect((await stored()).length).toBe(before.length - 1);
    expect((await fetchFile(path)).status).toBe(404);
    expect((await seenByBob())?.media).toBeNull();
  });

  test('stores the files once when a post is retried', async () => {
    const client_id = crypto.randomUUID();
    const before = (await stored()).length;
    const responses = await Promise.all([1, 2, 3].map(() => send([file(png(2, 2), 'a.png')], { client_id })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect((await stored()).length).toBe(before + 1);
  });

  test('stores the file unchanged under a random id', async () => {
    const response = await send([file(pdf, 'report.pdf')]);
    const id = /\/media\/chat\/([0-9a-f]{32})\?/.exec(String(media(response).file))?.[1] ?? '';
    const path = join(world.server.context.config.dataFolder, 'media', 'chat', id);
    expect(new Uint8Array(await readFile(path))).toEqual(pdf);
  });
});
