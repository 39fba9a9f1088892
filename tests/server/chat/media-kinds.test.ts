// Whether a file is a video or a recording is read from the tracks of its container.
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { box, bytesOf, metadata, mp4, webm } from './media-containers.ts';
import { type ChatWorld, type Person, startWorld } from './support.ts';
import { tinyImages } from './tiny-images.ts';

let world: ChatWorld;
let ann: Person;
let chatId: number;

beforeAll(async () => {
  world = await startWorld();
  ann = await world.person('Ann');
  chatId = await world.chat('GR', 'Group', [ann]);
});
afterAll(() => world.close());

type Bytes = Uint8Array<ArrayBuffer>;
const send = (content: Bytes, name: string) =>
  world.form(`/web/chat/${chatId}`, ann, { message: '' }, [new File([content], name)]);
const mimeOf = async (answer: { readonly body: { readonly [key: string]: unknown } }) => {
  const { file } = answer.body.media as { readonly file: string };
  return (await fetch(world.url + file, { method: 'HEAD' })).headers.get('content-type');
};
const cover = new Uint8Array(Buffer.from(tinyImages.jpeg, 'base64'));

describe('detects an audio file as audio, whatever its metadata contains', () => {
  test.each<[string, Bytes, string]>([
    [
      "'vide' as title",
      mp4({ brand: 'M4A ', tracks: ['soun'], more: [metadata('©nam', 'text', 'vide')] }),
      'a.m4a',
    ],
    [
      "'vide' as title, without Apple's brand",
      mp4({ tracks: ['soun'], more: [metadata('©nam', 'text', 'vide')] }),
      'a.mp4',
    ],
    [
      'a cover picture',
      mp4({ brand: 'M4A ', tracks: ['soun'], more: [metadata('covr', 'jpeg', cover)] }),
      'a.m4a',
    ],
    [
      "'hdlr' and 'vide' among its samples",
      mp4({ tracks: ['soun'], samples: bytesOf('hdlr........vide') }),
      'a.mp4',
    ],
    [
      'pictures of chapters in a track that is off',
      mp4({ tracks: ['soun', { handler: 'vide', isOn: false }] }),
      'a.m4a',
    ],
    ['a track of texts', mp4({ tracks: ['soun', 'text'] }), 'a.m4a'],
    ['a recording without duration', mp4({ tracks: ['soun'], isFragmented: true }), 'a.mp4'],
    ['QuickTime without a picture', mp4({ brand: 'qt  ', tracks: ['soun'] }), 'a.mov'],
  ])('%s', async (_what, content, name) => {
    const answer = await send(content, name);
    expect(answer).toMatchObject({ status: 201, body: { message_type: 'AUD' } });
    expect(await mimeOf(answer)).toBe('audio/mp4');
  });

  test.each<[string, Bytes]>([
    ['a WebM recording', webm(['A_OPUS'])],
    ["a WebM recording with 'V_VP9' as title", webm(['A_OPUS'], 'V_VP9')],
  ])('%s', async (_what, content) => {
    const answer = await send(content, 'a.webm');
    expect(answer).toMatchObject({ status: 201, body: { message_type: 'AUD' } });
    expect(await mimeOf(answer)).toBe('audio/webm');
  });
});

describe('detects a file with a video track as video', () => {
  test.each<[string, Bytes, string]>([
    ['a film', mp4({ tracks: ['soun', 'vide'] }), 'video/mp4'],
    ['a film without sound', mp4({ tracks: ['vide'] }), 'video/mp4'],
    ['a recording without duration', mp4({ tracks: ['vide', 'soun'], isFragmented: true }), 'video/mp4'],
    ['a film under the brand of audio files', mp4({ brand: 'M4A ', tracks: ['vide', 'soun'] }), 'video/mp4'],
    [
      'a film whose table of tracks comes after a megabyte of samples, with texts after it',
      mp4({
        tracks: ['vide'],
        samples: new Uint8Array(1_000_000),
        more: [metadata('©nam', 'text', 'x'.repeat(400_000))],
      }),
      'video/mp4',
    ],
    ['a film (Apple)', mp4({ brand: 'qt  ', tracks: ['vide', 'soun'] }), 'video/quicktime'],
    ['a WebM recording', webm(['V_VP8', 'A_OPUS']), 'video/webm'],
  ])('%s', async (_what, content, mime) => {
    const answer = await send(content, 'a.bin');
    expect(answer).toMatchObject({ status: 201, body: { message_type: 'VID' } });
    expect(await mimeOf(answer)).toBe(mime);
  });
});

const film = mp4({ tracks: ['vide', 'soun'], samples: new Uint8Array(2_000) });
const start = box('ftyp', 'isom', [0, 0, 2, 0], 'isommp42');
const nested = (depth: number, type: string) => {
  let inner: Bytes = new Uint8Array();
  for (let level = 0; level < depth; level += 1) inner = box(type, inner);
  return inner;
};
/** The size of the first box of this type becomes another. */
const withSize = (content: Bytes, type: string, size: number): Bytes => {
  const copy = Buffer.from(content);
  copy.writeUInt32BE(size, copy.indexOf(type, 0, 'latin1') - 4);
  return new Uint8Array(copy);
};

describe('rejects a file with unreadable tracks and stores nothing', () => {
  test.each<[string, Bytes]>([
    ['without tracks', mp4({ tracks: [] })],
    ['with a track of texts alone', mp4({ tracks: ['text'] })],
    ['cut off in its samples, before its tracks', film.slice(0, 1_000)],
    ['cut off in its tracks', film.slice(0, -300)],
    ['with its beginning alone', start],
    ['whose tracks claim four gigabytes', withSize(film, 'moov', 0xffffffff)],
    ['whose first track claims more than there is', withSize(film, 'trak', 0x7fffffff)],
    ['whose tracks are of no size', withSize(film, 'moov', 0)],
    ['whose boxes claim less than their head', withSize(film, 'mdat', 3)],
    ['with boxes in boxes, thousands deep', bytesOf(start, nested(5_000, 'moov'))],
    ['with a hundred thousand empty tracks', bytesOf(start, box('moov', Buffer.alloc(800_000, box('trak'))))],
    ['of WebM without tracks', webm([])],
    ['of WebM with its head alone', webm(['V_VP9']).slice(0, 60)],
    ['of WebM whose tracks are cut off', webm(['V_VP9', 'A_OPUS']).slice(0, 120)],
  ])('%s', async (_what, content) => {
    const before = await readdir(world.server.context.config.dataFolder, { recursive: true });
    const answer = await send(content, 'film.mp4');
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { files: ['This file could not be read. It may be damaged or incomplete.'] } },
    });
    expect(await readdir(world.server.context.config.dataFolder, { recursive: true })).toEqual(before);
  });

  test('stores a truncated file or rejects it with 415 or 422, at any length', async () => {
    for (const content of [mp4({ tracks: ['vide', 'soun'] }), webm(['V_VP9', 'A_OPUS'])]) {
      for (let length = 1; length < content.length; length += 37) {
        const { status } = await send(content.slice(0, length), 'film.mp4');
        expect([201, 415, 422], `${length} bytes`).toContain(status);
      }
    }
  });
});
