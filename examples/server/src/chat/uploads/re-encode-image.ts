// Images are decoded and written anew: that removes places and cameras (EXIF), whatever else hides in the file, and
// what only pretends to be an image (traps F12).
import sharp, { type Sharp } from 'sharp';
import type { FileKind } from './sniff.ts';

// SVG, PDF and the rest are decoders nobody here needs (traps 0.7c).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
});

const MAX_PIXELS = 40_000_000;
const MAX_FRAMES = 200;
const MAX_ANIMATED_PIXELS = 200_000_000;
const MAX_SIDE = 4_096;

export interface ReEncodedImage {
  readonly kind: FileKind;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

/** Writes a clean copy of an image to `target`; null when it cannot be read, or would be too large. */
export async function reEncodeImage(
  source: string,
  target: string,
  kind: FileKind,
): Promise<ReEncodedImage | null> {
  try {
    const { width = 0, height = 0, pages = 1 } = await sharp(source).metadata();
    if (width * height > MAX_PIXELS || pages > MAX_FRAMES) return null;
    const animated = pages > 1;
    const image = sharp(source, { animated, limitInputPixels: animated ? MAX_ANIMATED_PIXELS : MAX_PIXELS })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true });
    const { kind: written, encoded } = encode(image, kind);
    const info = await encoded.toFile(target);
    return { kind: written, bytes: info.size, width: info.width, height: info.pageHeight ?? info.height };
  } catch {
    return null;
  }
}

/** Writes the middle of an image as a clean square WebP to `target`; false when it cannot be read, or is too large. */
export async function reEncodeSquare(source: string, target: string, side: number): Promise<boolean> {
  try {
    const { width = 0, height = 0 } = await sharp(source).metadata();
    if (width * height > MAX_PIXELS) return false;
    await sharp(source, { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'cover' })
      .webp({ quality: 85 })
      .toFile(target);
    return true;
  } catch {
    return false;
  }
}

/** In its own format; AVIF becomes WebP, which takes a tenth of the time. */
function encode(image: Sharp, kind: FileKind): { kind: FileKind; encoded: Sharp } {
  switch (kind.mime) {
    case 'image/png':
      return { kind, encoded: image.png() };
    case 'image/gif':
      return { kind, encoded: image.gif() };
    case 'image/jpeg':
      return { kind, encoded: image.jpeg({ quality: 85 }) };
    default:
      return {
        kind: { type: 'IMG', mime: 'image/webp', extensions: ['webp'] },
        encoded: image.webp({ quality: 85 }),
      };
  }
}
