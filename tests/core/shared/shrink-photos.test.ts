import type { Pictures } from '@openbell/core/ports';
import { describe, expect, it } from 'vitest';
import { shrinkPhoto, shrinkPhotos } from '../../../packages/core/src/shared/shrink-photos.ts';

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

/** Returns a chunk of a PNG: length, name, data and checksum. */
const chunk = (name: string, length: number) =>
  `${String.fromCharCode(0, 0, length >> 8, length & 255)}${name}${'x'.repeat(length)}abcd`;
const png = (...chunks: string[]) => `\x89PNG\r\n\x1a\n${chunk('IHDR', 13)}${chunks.join('')}`;
const webp = (header: string, flags = 0) =>
  `RIFFabcdWEBP${header}abcd${String.fromCharCode(flags)}${'x'.repeat(99)}`;
const fileOf = (bytes: string, type: string) =>
  new File([Uint8Array.from(bytes, (letter) => letter.charCodeAt(0))], 'a', { type });

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

  it.each([
    ['a PNG', png(chunk('IDAT', 30)), 'image/png'],
    [
      'a PNG with a profile and text',
      png(chunk('iCCP', 3_000), chunk('tEXt', 9), chunk('IDAT', 1)),
      'image/png',
    ],
    ['a PNG whose pixels contain acTL', png(chunk('IDAT', 1), chunk('acTL', 8)), 'image/png'],
    ['a WebP', webp('VP8 '), 'image/webp'],
    ['a WebP without loss', webp('VP8L', 255), 'image/webp'],
    ['a WebP with transparency', webp('VP8X', 0x10), 'image/webp'],
    ['a WebP with a profile and metadata', webp('VP8X', 0x2c), 'image/webp'],
  ])('is made smaller in its own format when it is %s', async (_what, bytes, type) => {
    const { pictures, calls } = createFakePictures(8064, 6048);
    expect(await shrink(pictures, fileOf(bytes, type))).toMatchObject({ size: 10, type });
    expect(calls).toEqual(['decode', 'encode 4096 × 3072', 'close']);
  });

  it.each([
    ['an animated PNG', png(chunk('acTL', 8), chunk('IDAT', 30)), 'image/png'],
    [
      'an animated PNG with a profile',
      png(chunk('iCCP', 3_000), chunk('acTL', 8), chunk('IDAT', 1)),
      'image/png',
    ],
    ['a PNG that ends', png(chunk('tEXt', 9)), 'image/png'],
    [
      'a PNG of very many chunks',
      png(...Array.from({ length: 120 }, () => chunk('tEXt', 1)), chunk('IDAT', 1)),
      'image/png',
    ],
    ['an empty PNG', '', 'image/png'],
    ['an animated WebP', webp('VP8X', 0x02), 'image/webp'],
    ['an animated WebP with transparency', webp('VP8X', 0x12), 'image/webp'],
    ['a WebP that ends', 'RIFFabcdWEBPVP8X', 'image/webp'],
    ['no WebP', 'x'.repeat(100), 'image/webp'],
    ['a GIF', 'GIF89a', 'image/gif'],
    ['an AVIF', 'x'.repeat(100), 'image/avif'],
    ['a HEIC', 'x'.repeat(100), 'image/heic'],
    ['an SVG', '<svg/>', 'image/svg+xml'],
    ['a film', 'x'.repeat(100), 'video/mp4'],
    ['a document', 'x'.repeat(100), 'application/pdf'],
    ['of no type', 'x'.repeat(100), ''],
  ])('is not decoded when it is %s', async (_what, bytes, type) => {
    const { pictures, calls } = createFakePictures(8064, 6048);
    const file = fileOf(bytes, type);
    expect(await shrink(pictures, file)).toBe(file);
    expect(calls).toEqual([]);
  });

  it('has the given longest side', async () => {
    const { pictures, calls } = createFakePictures(3000, 2000);
    expect(await shrinkPhoto(pictures, photo, 1500)).toMatchObject({ size: 10 });
    expect(calls).toEqual(['decode', 'encode 1500 × 1000', 'close']);
  });

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
