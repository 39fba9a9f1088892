// Images are checked by their header: one that needs too much memory or time is rejected before decoding.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedWorld, usersOf } from '../chat/support.ts';
import { avifOf, gifOf } from './costly-images.ts';

let chatId: number;

const world = sharedWorld();
const [ann] = usersOf(world, beforeAll, 'Ann');
beforeAll(async () => {
  chatId = await world.chat('GR', 'Group', [ann]);
});

type Bytes = Uint8Array<ArrayBuffer>;
const post = (content: Bytes, name: string) =>
  world.form(`/web/chat/${chatId}`, ann, { message: '' }, [new File([content], name)]);
const saveAvatar = async (content: Bytes, name: string) => {
  const form = new FormData();
  form.append('profile_image', new File([content], name));
  return world.server.call('POST', '/api/web/update-profile', { token: ann.token, body: form });
};
const stored = async () => {
  const folder = join(world.server.context.config.dataFolder, 'media');
  const all = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return all.filter((entry) => entry.isFile()).map(({ name }) => name);
};
const tasks = () =>
  world.server.logLines
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'file-task')
    .map(({ task }) => task);

const tooLarge = 'This image is too large to process. Please make it smaller and try again.';
const tooManyFrames = 'This animation has too many frames. The limit is 200.';
const refused: readonly [string, Bytes, string, string][] = [
  ['199 frames of 1000 × 1000', gifOf(1_000, 1_000, 199), 'a.gif', tooLarge],
  ['43 frames of 1000 × 1000', gifOf(1_000, 1_000, 43), 'a.gif', tooLarge],
  ['201 frames of 10 × 10', gifOf(10, 10, 201), 'a.gif', tooManyFrames],
  ['an AVIF of 6300 × 6300', avifOf['6300 × 6300'], 'a.avif', tooLarge],
];

describe('an image that exceeds the limits', () => {
  test.each(refused)(
    'is rejected without decoding when a post contains %s',
    async (_what, content, name, message) => {
      const [files, done] = [await stored(), tasks().length];
      expect(await post(content, name)).toMatchObject({
        status: 422,
        body: { errors: { files: [message] } },
      });
      expect(tasks().slice(done)).toEqual(['inspect']);
      expect(await stored()).toEqual(files);
    },
  );

  test.each(refused)(
    'is rejected without decoding when the profile picture has %s',
    async (_what, content, name, message) => {
      const [files, done] = [await stored(), tasks().length];
      expect(await saveAvatar(content, name)).toMatchObject({
        status: 422,
        body: { errors: { profile_image: [message] } },
      });
      expect(tasks().slice(done)).toEqual(['inspect']);
      expect(await stored()).toEqual(files);
    },
  );
});

test('rejects an AVIF whose header states a smaller size than the image has', async () => {
  const lying = Buffer.from(avifOf['6300 × 6300']);
  // The property `ispe`: version and flags, width, height.
  const size = lying.indexOf('ispe') + 8;
  for (const offset of [0, 4]) lying.writeUInt32BE(100, size + offset);
  const files = await stored();
  expect((await post(new Uint8Array(lying), 'a.avif')).status).toBe(422);
  expect(await stored()).toEqual(files);
});

test('keeps the frames of an animation within the limits', async () => {
  const response = await post(gifOf(200, 100, 30), 'a.gif');
  expect(response).toMatchObject({ status: 201, body: { media: { width: 200, height: 100 } } });
  const { file } = response.body.media as unknown as { readonly file: string };
  const bytes = Buffer.from(await (await fetch(world.url + file)).arrayBuffer());
  // Each frame has a graphic control extension.
  expect(bytes.toString('latin1').split('\x21\xf9\x04')).toHaveLength(31);
});

test('copies a photo of 64 megapixels upright and in a smaller size', async () => {
  const photo = await sharp({
    create: { width: 9_248, height: 6_936, channels: 3, background: '#c86432' },
  })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const response = await post(new Uint8Array(photo), 'photo.jpg');
  expect(response).toMatchObject({ status: 201, body: { media: { width: 3_072, height: 4_096 } } });
  expect((await saveAvatar(new Uint8Array(photo), 'photo.jpg')).status).toBe(200);
});
