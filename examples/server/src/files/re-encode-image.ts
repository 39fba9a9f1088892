// Re-encodes images, which removes metadata (EXIF) and hidden data and rejects files that only look like an image. Runs in
// a worker process.
import type { Sharp } from 'sharp';
import type { FileKind } from './file-kind.ts';
import { MAX_SIDE } from './image-cost.ts';
import { openImage } from './open-image.ts';

export interface ReEncodedImage {
  readonly kind: FileKind;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

/** How libvips reports that a disk is full: it has no error codes. */
const diskFull = /No space left on device|Disk quota exceeded/;

/** Writes a re-encoded copy of an image to `target`. Returns null if the image cannot be read. */
export async function reEncodeImage(
  source: string,
  target: string,
  kind: FileKind,
): Promise<ReEncodedImage | null | 'disk-full'> {
  try {
    const { pages = 1 } = await openImage(source).metadata();
    const image = openImage(source, { animated: pages > 1 })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true });
    const { kind: encodedKind, encoded } = encode(image, kind);
    const info = await encoded.toFile(target);
    return { kind: encodedKind, bytes: info.size, width: info.width, height: info.pageHeight ?? info.height };
  } catch (error) {
    return diskFull.test(String(error)) ? 'disk-full' : null;
  }
}

/** Writes the center of an image as a square WebP to `target`. Returns false if the image cannot be read. */
export async function reEncodeSquare(
  source: string,
  target: string,
  side: number,
): Promise<boolean | 'disk-full'> {
  try {
    await openImage(source)
      .autoOrient()
      .resize({ width: side, height: side, fit: 'cover' })
      .webp({ quality: 85 })
      .toFile(target);
    return true;
  } catch (error) {
    return diskFull.test(String(error)) ? 'disk-full' : false;
  }
}

/** Encodes in the same format, except AVIF: WebP takes a tenth of the time. The options prefer low memory to small files. */
function encode(image: Sharp, kind: FileKind): { kind: FileKind; encoded: Sharp } {
  switch (kind.mime) {
    case 'image/png':
      return { kind, encoded: image.png() };
    case 'image/gif':
      return { kind, encoded: image.gif({ effort: 3 }) };
    case 'image/jpeg':
      return { kind, encoded: image.jpeg({ quality: 85, optimizeCoding: false }) };
    default:
      return {
        kind: { type: 'IMG', mime: 'image/webp', extensions: ['webp'] },
        encoded: image.webp({ quality: 85, effort: 2 }),
      };
  }
}
