import { expect, test } from 'vitest';
import {
  createUploadSpace,
  type UploadSpace,
} from '../../../../examples/server/src/http/limits/upload-space.ts';

const open = (freeBytes: number, most = 1_000) =>
  createUploadSpace('/nowhere', { most, readFree: async () => freeBytes });
const begin = (space: UploadSpace, account: string, accountBytes = 1_000) =>
  space.begin({ account, accountBytes });

test('refuses bytes beyond the limit of all uploads until others have ended', async () => {
  const space = open(1_000_000);
  const [ann, bob] = [await begin(space, 'ann'), await begin(space, 'bob')];
  expect([ann.take(600), bob.take(400), bob.take(1)]).toEqual([null, null, 'uploads']);
  ann.end();
  ann.end();
  expect([bob.take(600), bob.take(1)]).toEqual([null, 'account']);
});

test('reserves bytes before they arrive, so that they are counted once', async () => {
  const space = open(1_000_000);
  const [ann, bob] = [await begin(space, 'ann'), await begin(space, 'bob')];
  expect([ann.reserve(700), bob.reserve(400)]).toEqual([null, 'uploads']);
  expect([ann.take(300), ann.take(400), bob.take(300), bob.take(1)]).toEqual([null, null, null, 'uploads']);
  ann.end();
  expect(bob.take(700)).toBeNull();
});

test('limits the uploads of an account together, whatever others send [chat.upload-share]', async () => {
  const space = open(1_000_000, 10_000);
  const [first, second] = [await begin(space, 'ann', 100), await begin(space, 'ann', 100)];
  const bob = await begin(space, 'bob', 100);
  expect([first.reserve(60), second.reserve(60), second.take(40), second.take(1)]).toEqual([
    null,
    'account',
    null,
    'account',
  ]);
  expect(bob.reserve(100)).toBeNull();
  first.end();
  expect(second.take(59)).toBeNull();
});

test('leaves half of the free disk to everything else', async () => {
  const upload = await begin(open(500), 'ann');
  expect([upload.take(250), upload.take(1)]).toEqual([null, 'disk']);
});

test('counts the written bytes of uploads as free, and their reserved bytes as not yet taken', async () => {
  let free = 800;
  const space = createUploadSpace('/nowhere', { most: 1_000, readFree: async () => free });
  const ann = await begin(space, 'ann');
  expect([ann.reserve(400), ann.take(100)]).toEqual([null, null]);
  free = 700;
  const bob = await begin(space, 'bob');
  expect(bob.take(1)).toBe('disk');
  ann.end();
  free = 800;
  const cid = await begin(space, 'cid');
  expect(cid.take(400)).toBeNull();
});

test('reserves bytes when the folder is missing, so that a form without files is read', async () => {
  const share = await begin(createUploadSpace('/no/such/folder'), 'ann');
  expect(share.take(1_000)).toBeNull();
});
