import type { Pictures } from '../ports/index.ts';

/** Pixels of the longest side that servers keep and screens show. */
const MAX_SIDE = 4096;
/** Chunks of a PNG before its first pixels. A file with more is not read further. */
const MAX_CHUNKS = 100;

/**
 * Whether a file of a type has one picture only, which canvas can write in the same format. Canvas writes only the first
 * frame of an animation. GIF and AVIF are missing: browsers do not write them.
 */
const isStill: Readonly<Record<string, (file: Blob) => boolean | Promise<boolean>>> = {
  'image/jpeg': () => true,
  'image/png': isStillPng,
  'image/webp': isStillWebp,
};

/** Whether pictures of a type can be made smaller, unless they are animations. */
export function canShrink(type: string): boolean {
  return Object.hasOwn(isStill, type);
}

/** Makes the large photos among files smaller, one at a time: a decoded photo takes four bytes per pixel. */
export async function shrinkPhotos(pictures: Pictures, files: readonly Blob[]): Promise<readonly Blob[]> {
  const smaller: Blob[] = [];
  for (const file of files) smaller.push(await shrinkPhoto(pictures, file));
  return smaller;
}

/**
 * Returns a large photo in a smaller size and the same format; any other file, an animation, and one that cannot be
 * decoded, as it is.
 */
export async function shrinkPhoto(pictures: Pictures, file: Blob, maxSide: number = MAX_SIDE): Promise<Blob> {
  const { type } = file;
  try {
    if (!(await isStill[type]?.(file))) return file;
    const picture = await pictures.decode(file);
    try {
      const scale = maxSide / Math.max(picture.width, picture.height);
      if (scale >= 1) return file;
      const width = Math.max(1, Math.round(picture.width * scale));
      const height = Math.max(1, Math.round(picture.height * scale));
      const smaller = await picture.encode({ width, height, type });
      return smaller.type === type && smaller.size > 0 && smaller.size < file.size ? smaller : file;
    } finally {
      picture.close();
    }
  } catch {
    return file;
  }
}

/** Reads bytes of a file as Latin-1. */
async function readText(file: Blob, start: number, end: number): Promise<string> {
  return String.fromCharCode(...new Uint8Array(await file.slice(start, end).arrayBuffer()));
}

/** An animated PNG has a chunk `acTL` before its pixels (`IDAT`). */
async function isStillPng(file: Blob): Promise<boolean> {
  let at = 8;
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk += 1) {
    const header = new DataView(await file.slice(at, at + 8).arrayBuffer());
    const name = await readText(file, at + 4, at + 8);
    if (name === 'IDAT') return true;
    if (name === 'acTL') return false;
    // Length, name and checksum are around the chunk's data. Throws at the end of the file.
    at += 12 + header.getUint32(0);
  }
  return false;
}

/** An animated WebP has the extended header (`VP8X`) with the flag of an animation. */
async function isStillWebp(file: Blob): Promise<boolean> {
  const start = await readText(file, 8, 21);
  if (start.length < 13 || !start.startsWith('WEBPVP8')) return false;
  return !start.startsWith('WEBPVP8X') || (start.charCodeAt(12) & 2) === 0;
}
