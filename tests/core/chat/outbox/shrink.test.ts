import type { Pictures } from '@openbell/core/ports';
import { describe, expect, it } from 'vitest';
import { shrinkPhotos } from '../../../../packages/core/src/chat/outbox/shrink.ts';

/** Decodes every file to this size, and encodes to `bytes` bytes. */
function createFakePictures(width: number, height: number, bytes = 10) {
  const calls: string[] = [];
  const pictures: Pictures = {
    async decode() {
      calls.push('decode');
      return {
        width,
        height,
        async encode(size) {
          calls.push(`encode ${size.width} × ${size.height}`);
          return new Blob(['x'.repeat(bytes)], { type: size.type });
        },
        close: () => calls.push('close'),
      };
    },
  };
  return { pictures, calls };
}
/** Returns one file as it is uploaded. */
const shrink = async (pictures: Pictures, file: Blob) => (await shrinkPhotos(pictures, [file]))[0];
const photo = new File(['x'.repeat(100)], 'a.jpg', { type: 'image/jpeg' });

describe('a photo before its upload', () => {
  it.each([
    [8064, 6048, '4096 × 3072'],
    [6048, 8064, '3072 × 4096'],
    [9248, 6936, '4096 × 3072'],
    [4097, 4097, '4096 × 4096'],
    [16_382, 1, '4096 × 1'],
  ])('is made smaller when it has %i × %i pixels', async (width, height, size) => {
    const { pictures, calls } = createFakePictures(width, height);
    const sent = await shrink(pictures, photo);
    expect(sent).toMatchObject({ size: 10, type: 'image/jpeg' });
    expect(calls).toEqual(['decode', `encode ${size}`, 'close']);
  });

  it('is decoded one at a time when there are several', async () => {
    const { pictures, calls } = createFakePictures(8064, 6048);
    await shrinkPhotos(pictures, [photo, photo]);
    const once = ['decode', 'encode 4096 × 3072', 'close'];
    expect(calls).toEqual([...once, ...once]);
  });

  it.each([
    ['its longest side is 4096 pixels', 4096, 3072, 10],
    ['it is small', 30, 20, 10],
    ['the smaller copy has more bytes', 8064, 6048, 200],
    ['the smaller copy has as many bytes', 8064, 6048, 100],
    ['the copy is empty', 8064, 6048, 0],
  ])('is uploaded as it is when %s', async (_what, width, height, bytes) => {
    const { pictures, calls } = createFakePictures(width, height, bytes);
    expect(await shrink(pictures, photo)).toBe(photo);
    expect(calls.at(-1)).toBe('close');
  });

  it.each(['image/gif', 'image/png', 'image/webp', 'image/avif', 'video/mp4', 'application/pdf', ''])(
    'is not decoded when its type is %j',
    async (type) => {
      const { pictures, calls } = createFakePictures(8064, 6048);
      const file = new File(['x'.repeat(100)], 'a', { type });
      expect(await shrink(pictures, file)).toBe(file);
      expect(calls).toEqual([]);
    },
  );

  it('is uploaded as it is when the browser cannot decode it', async () => {
    const pictures: Pictures = { decode: () => Promise.reject(new Error('InvalidStateError')) };
    expect(await shrink(pictures, photo)).toBe(photo);
  });

  it.each<[string, () => Promise<Blob>]>([
    ['cannot encode it', () => Promise.reject(new Error('too large'))],
    ['encodes it in another format', async () => new Blob(['x'], { type: 'image/png' })],
  ])('is uploaded as it is when the browser %s', async (_what, encode) => {
    let isClosed = false;
    const close = () => {
      isClosed = true;
    };
    const pictures: Pictures = { decode: async () => ({ width: 8064, height: 6048, encode, close }) };
    expect(await shrink(pictures, photo)).toBe(photo);
    expect(isClosed).toBe(true);
  });
});
