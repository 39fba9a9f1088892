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
    ['a photo of 48.8 megapixels', { width: 8_064, height: 6_048 }],
    ['a photo of 64 megapixels', { width: 9_248, height: 6_936 }],
    ['a photo of 64 megapixels with full color', { width: 9_248, height: 6_936, isSubsampled: false }],
    ['a progressive photo of 64 megapixels', { width: 9_248, height: 6_936, isProgressive: true }],
    [
      'a progressive photo with full color of 64 megapixels',
      { width: 9_248, height: 6_936, isProgressive: true, isSubsampled: false },
    ],
    [
      'a square progressive photo with full color of 64 megapixels',
      { ...square(8_000), isProgressive: true, isSubsampled: false },
    ],
    ['a progressive photo of 108 megapixels', { width: 12_000, height: 9_000, isProgressive: true }],
    ['a photo of 108 megapixels', { width: 12_000, height: 9_000 }],
    ['a photo of 200 megapixels', { width: 16_320, height: 12_240 }],
    ['a panorama', { width: 16_382, height: 3_628 }],
    ['a PNG of 48.8 megapixels', { format: 'png', width: 8_064, height: 6_048, channels: 4 }],
    ['a screenshot at 4K', { format: 'png', width: 3_840, height: 2_160, channels: 4 }],
    ['a WebP screenshot at 4K', { format: 'webp', width: 3_840, height: 2_160, channels: 4 }],
    ['an AVIF screenshot at 4K', { format: 'heif', width: 3_840, height: 2_160 }],
    ['a short animation', { format: 'gif', width: 480, height: 270, frames: 120, channels: 4 }],
  ])('accepts %s', (_what, changes) => {
    expect(judgeImage(header(changes), 'copy')).not.toHaveProperty('refusal');
    expect(judgeImage(header(changes), 'square')).not.toHaveProperty('refusal');
  });

  test.each<[string, Partial<ImageHeader>]>([
    ['more than 200 megapixels', { width: 20_001, height: 10_000 }],
    ['a GIF of 43 megapixels in all frames', { format: 'gif', frames: 43 }],
    ['two GIF frames of 16 megapixels', { format: 'gif', ...square(4_000), frames: 2 }],
    ['an animated WebP of 43 megapixels in all frames', { format: 'webp', frames: 43 }],
    ['a PNG of 16 bits of 200 megapixels', { format: 'png', ...square(14_142), bytesPerChannel: 2 }],
    ['199 frames of a megapixel', { format: 'gif', frames: 199 }],
    ['an AVIF of 6300 × 6300', { format: 'heif', ...square(6_300) }],
    ['an AVIF of 10 bits of 3300 × 3300', { format: 'heif', ...square(3_300), bytesPerChannel: 2 }],
    [
      'a progressive photo with full color of 70 megapixels',
      { width: 9_700, height: 7_200, isProgressive: true, isSubsampled: false },
    ],
    ['a progressive photo of 140 megapixels', { width: 14_000, height: 10_000, isProgressive: true }],
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
