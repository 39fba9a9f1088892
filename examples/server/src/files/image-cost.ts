// Estimates from an image's header how much memory decoding takes.

export interface ImageHeader {
  readonly format: 'jpeg' | 'png' | 'webp' | 'gif' | 'heif';
  /** Of one frame, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly channels: number;
  readonly bytesPerChannel: 1 | 2;
  /** Progressive (JPEG) or interlaced (PNG). */
  readonly isProgressive: boolean;
  /** Whether color is stored at half the resolution (JPEG). */
  readonly isSubsampled: boolean;
}

/** `copy`: a copy in the same size. `square`: a small picture of the first frame. */
export type ImagePurpose = 'copy' | 'square';

export type ImageVerdict =
  | { readonly refusal: 'too-large' | 'too-many-frames' }
  /** Heavy images are decoded one at a time. */
  | { readonly isHeavy: boolean };

const MIB = 1024 * 1024;
/** Of all frames together. Limits the time; most formats reach the limit of memory before. */
export const MAX_PIXELS = 200_000_000;
export const MAX_FRAMES = 200;
/** The longest side of a copy. */
export const MAX_SIDE = 4_096;
const MAX_BYTES = 256 * MIB;
/** For 64 megapixels of a progressive JPEG with full color, whose coefficients take 6 bytes per pixel. */
const MAX_JPEG_BYTES = 448 * MIB;
const HEAVY_BYTES = 48 * MIB;
/** Buffers of any decoder. */
const FIXED_BYTES = 12 * MIB;

/** Decides whether an image may be decoded, by its pixels, frames and estimated memory. */
export function judgeImage(header: ImageHeader, purpose: ImagePurpose): ImageVerdict {
  const { width, height, frames } = header;
  if (frames > MAX_FRAMES) return { refusal: 'too-many-frames' };
  const pixels = width * height;
  const fits = pixels >= 1 && pixels * frames <= MAX_PIXELS;
  const bytes = estimateBytes(header, purpose);
  if (!fits || bytes > (header.format === 'jpeg' ? MAX_JPEG_BYTES : MAX_BYTES))
    return { refusal: 'too-large' };
  return { isHeavy: bytes > HEAVY_BYTES };
}

/** Peak memory in bytes, from measurements of each format (docs/decisions/0031-decode-processes.md). */
function estimateBytes(header: ImageHeader, purpose: ImagePurpose): number {
  const { width, height, frames } = header;
  const pixels = width * height;
  const { decoding, kept, encoding } = costOf(header);
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  const written = purpose === 'copy' ? pixels * scale ** 2 : 0;
  // Frames are decoded one after another. Counting all of them limits the time of an animation.
  return FIXED_BYTES + Math.max(pixels * frames * decoding, pixels * kept + written * encoding);
}

/** Returns bytes per pixel of a frame: for decoding, kept during encoding, and for encoding. */
function costOf({ format, channels, bytesPerChannel, isProgressive, isSubsampled }: ImageHeader) {
  const raw = channels * bytesPerChannel;
  switch (format) {
    case 'jpeg': {
      // Progressive JPEGs keep a two-byte coefficient per sample.
      const decoding = isProgressive ? (isSubsampled ? 1.1 : 2.2) * channels : 0.5;
      return { decoding, kept: decoding, encoding: 2 };
    }
    case 'png': {
      const decoding = raw * (isProgressive ? 1.25 : 0.4);
      return { decoding, kept: decoding, encoding: 2 };
    }
    case 'webp':
      return { decoding: 6, kept: 4, encoding: channels > 3 ? 17 : 11 };
    case 'gif':
      return { decoding: 6, kept: 6, encoding: 12 };
    case 'heif':
      return { decoding: bytesPerChannel > 1 ? 26 : 19, kept: 4, encoding: channels > 3 ? 17 : 11 };
  }
}
