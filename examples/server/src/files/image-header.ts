import type { ImageHeader } from './image-cost.ts';
import { openImage } from './open-image.ts';

const formats: ReadonlySet<string> = new Set<ImageHeader['format']>(['jpeg', 'png', 'webp', 'gif', 'heif']);

/** Reads the header of an image. Returns null if it cannot be read. */
export async function readImageHeader(path: string): Promise<ImageHeader | null> {
  try {
    const { format, width, height, pages, channels, depth, bitsPerSample, ...more } = await openImage(path, {
      limitInputPixels: false,
    }).metadata();
    if (!formats.has(format)) return null;
    return {
      format: format as ImageHeader['format'],
      width,
      height,
      frames: pages ?? 1,
      channels,
      bytesPerChannel: depth === 'uchar' && (bitsPerSample ?? 8) <= 8 ? 1 : 2,
      isProgressive: more.isProgressive === true,
      isSubsampled: more.chromaSubsampling?.startsWith('4:2:0') === true,
    };
  } catch {
    return null;
  }
}
