import type { Pictures } from '../../ports/index.ts';

/** Pixels of the longest side that servers keep and screens show. */
const MAX_SIDE = 4096;
/** Photos of cameras. Other formats can be animated, and canvas writes only their first frame. */
const PHOTO = 'image/jpeg';

/** Makes the large photos among files smaller, one at a time: a decoded photo takes four bytes per pixel. */
export async function shrinkPhotos(pictures: Pictures, files: readonly Blob[]): Promise<readonly Blob[]> {
  const smaller: Blob[] = [];
  for (const file of files) smaller.push(await shrinkPhoto(pictures, file));
  return smaller;
}

/** Returns a large photo in a smaller size; any other file, and one that cannot be decoded, as it is. */
async function shrinkPhoto(pictures: Pictures, file: Blob): Promise<Blob> {
  if (file.type !== PHOTO) return file;
  try {
    const picture = await pictures.decode(file);
    try {
      const scale = MAX_SIDE / Math.max(picture.width, picture.height);
      if (scale >= 1) return file;
      const width = Math.max(1, Math.round(picture.width * scale));
      const height = Math.max(1, Math.round(picture.height * scale));
      const smaller = await picture.encode({ width, height, type: PHOTO });
      return smaller.type === PHOTO && smaller.size > 0 && smaller.size < file.size ? smaller : file;
    } finally {
      picture.close();
    }
  } catch {
    return file;
  }
}
