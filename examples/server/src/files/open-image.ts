import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { MAX_PIXELS } from './image-cost.ts';

// Disables decoders that are not needed, for example SVG and PDF.
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

/** Opens an image file with the allowed decoders, up to `MAX_PIXELS`. Decoders tolerate small faults, as viewers do. */
export function openImage(path: string, options: SharpOptions = {}): Sharp {
  return sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error', ...options });
}
