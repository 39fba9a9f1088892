import { expect, test } from 'vitest';
import { createUploadSpace } from '../../../../examples/server/src/http/upload-space.ts';

const open = (freeBytes: number, most = 1_000) =>
  createUploadSpace('/nowhere', { most, readFree: async () => freeBytes });

test('refuses bytes beyond the limit of all uploads until others have ended', async () => {
  const space = open(1_000_000);
  const [ann, bob] = [await space.begin(), await space.begin()];
  expect([ann.take(600), bob.take(400), bob.take(1)]).toEqual([true, true, false]);
  ann.end();
  ann.end();
  expect([bob.take(600), bob.take(1)]).toEqual([true, false]);
});

test('leaves half of the free disk to everything else', async () => {
  const upload = await open(500).begin();
  expect([upload.take(250), upload.take(1)]).toEqual([true, false]);
});

test('counts what uploads have already taken from the free disk as theirs', async () => {
  let free = 800;
  const space = createUploadSpace('/nowhere', { most: 1_000, readFree: async () => free });
  const ann = await space.begin();
  expect(ann.take(400)).toBe(true);
  free = 400;
  const bob = await space.begin();
  expect(bob.take(1)).toBe(false);
  ann.end();
  free = 800;
  const cid = await space.begin();
  expect(cid.take(400)).toBe(true);
});

test('reserves bytes when the folder is missing, so that a form without files is read', async () => {
  const share = await createUploadSpace('/no/such/folder').begin();
  expect(share.take(1_000)).toBe(true);
});
