import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { MAX_PIXELS } from './image-cost.ts';

// Disables the decoders that are not needed, such as SVG and PDF.
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
// One image at a time; no cache.
sharp.concurrency(1);
sharp.cache(false);

/** Opens an image file with the decoders that are allowed, within the limit of pixels over all frames. */
export function openImage(path: string, options: SharpOptions = {}): Sharp {
  return sharp(path, { limitInputPixels: MAX_PIXELS, ...options });
}
