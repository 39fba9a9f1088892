import { describe, expect, test } from 'vitest';
import { type ImageHeader, judgeImage } from '../../../../examples/server/src/files/image-cost.ts';

const header = (changes: Partial<ImageHeader>): ImageHeader => ({
  format: 'jpeg',
  width: 1_000,
  height: 1_000,
  frames: 1,
  channels: 3,
  bytesPerChannel: 1,
  isProgressive: false,
  isSubsampled: true,
  ...changes,
});
const square = (side: number) => ({ width: side, height: side });

describe('limits of an image by its header', () => {
  test.each<[string, Partial<ImageHeader>]>([
    ['a photo of 40 megapixels', { width: 8_000, height: 5_000 }],
    ['a progressive photo of 40 megapixels', { width: 8_000, height: 5_000, isProgressive: true }],
    ['a screenshot at 4K', { format: 'png', width: 3_840, height: 2_160, channels: 4 }],
    ['a WebP screenshot at 4K', { format: 'webp', width: 3_840, height: 2_160, channels: 4 }],
    ['an AVIF screenshot at 4K', { format: 'heif', width: 3_840, height: 2_160 }],
    ['a short animation', { format: 'gif', width: 480, height: 270, frames: 120, channels: 4 }],
  ])('accepts %s', (_what, changes) => {
    expect(judgeImage(header(changes), 'copy')).not.toHaveProperty('refusal');
    expect(judgeImage(header(changes), 'square')).not.toHaveProperty('refusal');
  });

  test.each<[string, Partial<ImageHeader>]>([
    ['more than 40 megapixels', { width: 8_001, height: 5_000 }],
    ['more than 40 megapixels in all frames', { format: 'gif', frames: 41 }],
    ['199 frames of a megapixel', { format: 'gif', frames: 199 }],
    ['an AVIF of 6300 × 6300', { format: 'heif', ...square(6_300) }],
    ['an AVIF of 10 bits of 3000 × 3000', { format: 'heif', ...square(3_000), bytesPerChannel: 2 }],
    [
      'a progressive photo with full color of 40 megapixels',
      { width: 8_000, height: 5_000, isProgressive: true, isSubsampled: false },
    ],
    [
      'an interlaced PNG of 16 bits of 40 megapixels',
      { format: 'png', width: 8_000, height: 5_000, channels: 4, bytesPerChannel: 2, isProgressive: true },
    ],
    ['a GIF frame of 30 megapixels', { format: 'gif', width: 6_000, height: 5_000, channels: 4 }],
    ['no width', { width: 0 }],
    ['a height that is no number', { height: Number.NaN }],
  ])('rejects %s as too large', (_what, changes) => {
    expect(judgeImage(header(changes), 'copy')).toEqual({ refusal: 'too-large' });
  });

  test('rejects more than 200 frames of any size', () => {
    const animation = (frames: number) => header({ format: 'gif', width: 10, height: 10, frames });
    expect(judgeImage(animation(200), 'copy')).toEqual({ isHeavy: false });
    expect(judgeImage(animation(201), 'copy')).toEqual({ refusal: 'too-many-frames' });
  });

  test('marks formats that are decoded in one piece as heavy, unlike streamed formats', () => {
    const size = { width: 3_000, height: 2_000 };
    expect(judgeImage(header(size), 'copy')).toEqual({ isHeavy: false });
    expect(judgeImage(header({ ...size, format: 'png' }), 'copy')).toEqual({ isHeavy: false });
    expect(judgeImage(header({ ...size, format: 'heif' }), 'copy')).toEqual({ isHeavy: true });
    expect(judgeImage(header({ ...size, format: 'gif' }), 'copy')).toEqual({ isHeavy: true });
  });
});
