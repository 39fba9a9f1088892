// Whether a file is video or audio is determined by the tracks of its container.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inspectFile } from '../../../../examples/server/src/files/inspect-file.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { box, bytesOf, metadata, mp4, ogg, webm } from '../../files/media-containers.ts';
import { tinyImages } from '../../files/tiny-images.ts';

const folder = temporaryFolder();

type Bytes = Uint8Array<ArrayBuffer>;
/** Inspects a file as the server inspects the files of a message. */
async function inspect(content: Bytes, name: string) {
  const path = join(folder, 'upload');
  await writeFile(path, content);
  return inspectFile(path, name, 'copy');
}
const cover = new Uint8Array(Buffer.from(tinyImages.jpeg, 'base64'));

describe('an audio file', () => {
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
    ['no duration', mp4({ tracks: ['soun'], isFragmented: true }), 'a.mp4'],
  ])('is detected as audio when it has %s', async (_what, content, name) => {
    expect(await inspect(content, name)).toMatchObject({ kind: { type: 'AUD', mime: 'audio/mp4' } });
  });

  test.each<[string, Bytes]>([
    ['a WebM container', webm(['A_OPUS'])],
    ["a WebM container and 'V_VP9' as title", webm(['A_OPUS'], 'V_VP9')],
  ])('is detected as audio when it has %s', async (_what, content) => {
    expect(await inspect(content, 'a.webm')).toMatchObject({ kind: { type: 'AUD', mime: 'audio/webm' } });
  });

  test.each(['voice-message.ogg', 'voice-message.webm'])(
    'is detected as audio when it is an Ogg recording of Firefox named %s',
    async (name) => {
      expect(await inspect(ogg(), name)).toMatchObject({ kind: { type: 'AUD', mime: 'audio/ogg' } });
    },
  );
});

describe('a file with a video track', () => {
  test.each<[string, Bytes, string]>([
    ['a recording without duration', mp4({ tracks: ['vide', 'soun'], isFragmented: true }), 'video/mp4'],
    [
      'a film whose table of tracks comes after a megabyte of samples, with texts after it',
      mp4({
        tracks: ['vide'],
        samples: new Uint8Array(1_000_000),
        more: [metadata('©nam', 'text', 'x'.repeat(400_000))],
      }),
      'video/mp4',
    ],
    ['a WebM recording', webm(['V_VP8', 'A_OPUS']), 'video/webm'],
  ])('is detected as video when it is %s', async (_what, content, mime) => {
    expect(await inspect(content, 'a.bin')).toMatchObject({ kind: { type: 'VID', mime } });
  });
});

const film = mp4({ tracks: ['vide', 'soun'], samples: new Uint8Array(2_000) });
const start = box('ftyp', 'isom', [0, 0, 2, 0], 'isommp42');
const nested = (depth: number, type: string) => {
  let inner: Bytes = new Uint8Array();
  for (let level = 0; level < depth; level += 1) inner = box(type, inner);
  return inner;
};
/** Changes the size of the first box of this type. */
const withSize = (content: Bytes, type: string, size: number): Bytes => {
  const copy = Buffer.from(content);
  copy.writeUInt32BE(size, copy.indexOf(type, 0, 'latin1') - 4);
  return new Uint8Array(copy);
};

describe('a video file with unreadable tracks', () => {
  test.each<[string, Bytes]>([
    ['it has no tracks', mp4({ tracks: [] })],
    ['it has only a text track', mp4({ tracks: ['text'] })],
    ['it is truncated in its samples, before its tracks', film.slice(0, 1_000)],
    ['it is truncated in its tracks', film.slice(0, -300)],
    ['it has only a file header', start],
    ['its tracks claim four gigabytes', withSize(film, 'moov', 0xffffffff)],
    ['its first track claims more than the file has', withSize(film, 'trak', 0x7fffffff)],
    ['its tracks have size 0', withSize(film, 'moov', 0)],
    ['a box claims less than its own header', withSize(film, 'mdat', 3)],
    ['its boxes are nested thousands deep', bytesOf(start, nested(5_000, 'moov'))],
    [
      'it has a hundred thousand empty tracks',
      bytesOf(start, box('moov', Buffer.alloc(800_000, box('trak')))),
    ],
    ['it is a WebM without tracks', webm([])],
    ['it is a WebM with only a header', webm(['V_VP9']).slice(0, 60)],
    ['it is a WebM with truncated tracks', webm(['V_VP9', 'A_OPUS']).slice(0, 120)],
  ])('is unreadable when %s', async (_what, content) => {
    expect(await inspect(content, 'film.mp4')).toEqual({ refusal: 'unreadable' });
  });

  test('is accepted, unreadable or of an unknown kind when it is truncated at any length', async () => {
    for (const content of [mp4({ tracks: ['vide', 'soun'] }), webm(['V_VP9', 'A_OPUS'])]) {
      for (let length = 1; length < content.length; length += 37) {
        const found = await inspect(content.slice(0, length), 'film.mp4');
        const result = 'refusal' in found ? found.refusal : found.kind.type;
        expect(['AUD', 'VID', 'unreadable', 'unknown-kind'], `${length} bytes`).toContain(result);
      }
    }
  });
});
