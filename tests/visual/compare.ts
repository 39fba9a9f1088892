// How pictures are kept and compared: at half their size, as WebP, block by block. A block's mean colour does not notice
// how an edge was smoothed, and does notice a colour, a word or a line that has moved.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';

const baselines = join(import.meta.dirname, 'baselines');
const results = join(import.meta.dirname, '../../test-results/visual');
const drawnBy = join(baselines, 'chromium.txt');

/** True under `npm run visual -- --update`: what is seen becomes what is expected. */
const isUpdating = process.env.OPENBELL_VISUAL === 'update';

const rules = {
  /** Of the picture's width and height. */
  scale: 0.5,
  quality: 0.8,
  /** Pixels of the half-size picture, each way. */
  block: 4,
  /** Of 255, in any channel of a block's mean. */
  tolerance: 8,
} as const;
/** Blocks that may differ: a caret's worth. */
const mostDiffering = 3;

interface Verdict {
  readonly differing: number;
  readonly sizes: readonly [string, string] | null;
  /** What was seen, as it is kept; base64. */
  readonly seen: string;
  /** The same with what differs framed; null when nothing does. */
  readonly marked: string | null;
}

/**
 * Compares a page with its picture. Resolves with what is wrong, or null. `judge` is any page: the browser itself does
 * the reading of pictures.
 */
export async function comparePage(judge: Page, page: Page, name: string): Promise<string | null> {
  const shot = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide', scale: 'css' });
  const file = join(baselines, `${name}.webp`);
  const kept = existsSync(file) && !isUpdating ? readFileSync(file).toString('base64') : null;
  const verdict = await judge.evaluate(judgePicture, { shot: shot.toString('base64'), kept, ...rules });
  const write = (path: string, base64: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.from(base64, 'base64'));
  };
  if (isUpdating) {
    write(file, verdict.seen);
    writeFileSync(drawnBy, `${page.context().browser()?.version()}\n`);
    return null;
  }
  if (kept !== null && verdict.sizes === null && verdict.differing <= mostDiffering) return null;
  write(join(results, `${name}.webp`), verdict.seen);
  if (verdict.marked !== null) write(join(results, `${name}.differs.webp`), verdict.marked);
  if (kept === null) return `${name}: there is no picture of it yet`;
  if (verdict.sizes !== null) return `${name}: ${verdict.sizes.join(' became ')} px`;
  return `${name}: ${verdict.differing} blocks differ`;
}

/** What to do about differences, and whether the browser may be why. */
export function adviceFor(browserVersion: string): string {
  const expected = existsSync(drawnBy) ? readFileSync(drawnBy, 'utf8').trim() : 'nothing';
  const why =
    expected === browserVersion
      ? ''
      : `The pictures were drawn by Chromium ${expected} and this is ${browserVersion}: another version may draw letters otherwise.\n`;
  return `${why}What was seen is in test-results/visual, with the differences framed. If it is right, keep it: npm run visual -- --update`;
}

/** Runs in the browser. */
async function judgePicture(input: {
  readonly shot: string;
  readonly kept: string | null;
  readonly scale: number;
  readonly quality: number;
  readonly block: number;
  readonly tolerance: number;
}): Promise<Verdict> {
  const { scale, quality, block, tolerance } = input;
  const read = async (base64: string): Promise<ImageBitmap> =>
    createImageBitmap(new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]));
  const canvasOf = (image: ImageBitmap, factor: number): OffscreenCanvas => {
    const canvas = new OffscreenCanvas(Math.ceil(image.width * factor), Math.ceil(image.height * factor));
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    if (pen === null) throw new Error('The browser draws no pictures.');
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  };
  const encode = async (canvas: OffscreenCanvas): Promise<string> => {
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = '';
    for (let start = 0; start < bytes.length; start += 8192) {
      text += String.fromCharCode(...bytes.subarray(start, start + 8192));
    }
    return btoa(text);
  };
  const seen = await encode(canvasOf(await read(input.shot), scale));
  if (input.kept === null) return { differing: 0, sizes: null, seen, marked: null };

  // Both have gone through the same encoder: what it loses, it loses in both.
  const now = canvasOf(await read(seen), 1);
  const before = canvasOf(await read(input.kept), 1);
  if (now.width !== before.width || now.height !== before.height) {
    const size = (one: OffscreenCanvas): string => `${one.width / scale} × ${one.height / scale}`;
    return { differing: 0, sizes: [size(before), size(now)], seen, marked: null };
  }
  const { width, height } = now;
  const pen = now.getContext('2d');
  const a = pen?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
  const b = before.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
  const found: [number, number][] = [];
  for (let top = 0; top < height; top += block) {
    for (let left = 0; left < width; left += block) {
      const sums = [0, 0, 0];
      let count = 0;
      for (let y = top; y < Math.min(top + block, height); y += 1) {
        for (let x = left; x < Math.min(left + block, width); x += 1) {
          const at = (y * width + x) * 4;
          count += 1;
          for (let channel = 0; channel < 3; channel += 1) {
            sums[channel] = (sums[channel] ?? 0) + (a[at + channel] ?? 0) - (b[at + channel] ?? 0);
          }
        }
      }
      if (sums.some((sum) => Math.abs(sum / count) > tolerance)) found.push([left, top]);
    }
  }
  if (found.length === 0 || pen === null) return { differing: found.length, sizes: null, seen, marked: null };
  pen.strokeStyle = 'rgb(230 0 80)';
  for (const [left, top] of found) pen.strokeRect(left, top, block, block);
  return { differing: found.length, sizes: null, seen, marked: await encode(now) };
}
