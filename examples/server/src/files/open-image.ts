import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { MAX_PIXELS } from './image-cost.ts';

// SVG, PDF and the rest are decoders that nothing here needs.
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
// One image at a time on one thread; nothing is decoded twice.
sharp.concurrency(1);
sharp.cache(false);

/** Opens an image file with the decoders that are allowed, within the limit of pixels over all frames. */
export function openImage(path: string, options: SharpOptions = {}): Sharp {
  return sharp(path, { limitInputPixels: MAX_PIXELS, ...options });
}
