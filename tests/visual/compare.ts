// Stores and compares screenshots at half size as WebP, block by block. A block's mean color ignores antialiasing and
// detects changed colors, texts and positions. fonts.conf sets the fallback fonts.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Page } from '@playwright/test';
import { noteUnrecorded } from '../support/unrecorded.ts';

const baselines = join(import.meta.dirname, 'baselines');
const root = join(import.meta.dirname, '../..');
const results = join(root, 'test-results/visual');
/** The browser version that took the pictures, except those with a file `<name>.chromium.txt`. */
const drawnBy = join(baselines, 'chromium.txt');

/** True under `npm run visual -- --update`, which stores new screenshots. */
const isUpdating = process.env.OPENBELL_VISUAL === 'update';
/** True under `npm run record`, which stores only missing screenshots. */
const isAdding = process.env.OPENBELL_VISUAL === 'missing';

const rules = {
  /** Factor for width and height. */
  scale: 0.5,
  /** Compression errors stay small enough that no block detects them. */
  quality: 0.9,
  /** Block size in pixels of the half-size screenshot. */
  block: 4,
} as const;

/** The allowed difference. */
interface Likeness {
  /** Maximum difference (of 255) in any channel of a block's mean. */
  readonly tolerance: number;
  /** Fraction of blocks that may differ. */
  readonly differing: number;
}
/** The browser version that took the stored screenshot. */
const sameBrowser: Likeness = { tolerance: 8, differing: 0 };
/** Other versions may differ in antialiasing, but not in whole controls. */
const otherBrowser: Likeness = { tolerance: 28, differing: 0.001 };

/** Number of blocks that may differ in any screenshot (a text cursor). */
const caret = 3;

/** Maximum number of screenshots until two are equal. */
const mostLooks = 10;

interface Verdict {
  readonly differing: number;
  readonly blocks: number;
  readonly sizes: readonly [string, string] | null;
  /** The new screenshot as stored, in base64. */
  readonly seen: string;
  /** The same with differences outlined; null without differences. */
  readonly marked: string | null;
}

/**
 * Compares a page with its stored screenshot. Resolves with an error text, or null. `judge` is any page, which decodes
 * the images. `fullPage`: the whole page instead of the viewport.
 */
export async function comparePage(
  judge: Page,
  page: Page,
  name: string,
  fullPage: boolean,
): Promise<string | null> {
  return compareFile(judge, page, { name, file: baselineOf(name), fullPage, scale: rules.scale });
}

/** Whether a page is looked at: with `npm run record`, only those without a picture. */
export function isCompared(name: string): boolean {
  return !isAdding || !existsSync(baselineOf(name));
}

function baselineOf(name: string): string {
  return join(baselines, `${name}.webp`);
}

/** Compares a page's viewport with a picture of the docs, which is stored at full size. */
export async function comparePicture(judge: Page, page: Page, name: string): Promise<string | null> {
  const file = join(root, 'docs/images', `${name}.webp`);
  if (isAdding && existsSync(file)) return null;
  return compareFile(judge, page, { name, file, fullPage: false, scale: 1 });
}

interface Comparison {
  readonly name: string;
  readonly file: string;
  readonly fullPage: boolean;
  /** Factor for width and height of the stored screenshot. */
  readonly scale: number;
}

async function compareFile(
  judge: Page,
  page: Page,
  { name, file, fullPage, scale }: Comparison,
): Promise<string | null> {
  const kept = existsSync(file) && !isUpdating ? readFileSync(file).toString('base64') : null;
  const { tolerance, differing } = versionOf(page) === readDrawnBy(name) ? sameBrowser : otherBrowser;
  const look = async (shot: Buffer): Promise<Verdict> =>
    judge.evaluate(judgePicture, { shot: shot.toString('base64'), kept, tolerance, ...rules, scale });
  const isAsDrawn = ({ sizes, blocks, differing: found }: Verdict): boolean =>
    kept !== null && sizes === null && found <= Math.max(caret, blocks * differing);
  for (const what of ['seen', 'differs']) rmSync(join(results, `${name}.${what}.webp`), { force: true });
  const verdict = await comeToRest(page, fullPage, look, isAsDrawn);
  const write = (path: string, base64: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.from(base64, 'base64'));
  };
  // A new page has no picture yet.
  if (kept === null) {
    write(file, verdict.seen);
    recordDrawnBy(name, versionOf(page));
    if (!isUpdating) noteUnrecorded(`new picture: ${relative(root, file)}`);
    return null;
  }
  if (isAsDrawn(verdict)) return null;
  const picture = join(results, `${name}.${verdict.marked === null ? 'seen' : 'differs'}.webp`);
  write(picture, verdict.marked ?? verdict.seen);
  const what =
    verdict.sizes === null ? `${verdict.differing} blocks differ` : `${verdict.sizes.join(' became ')} px`;
  return `${name}: ${what}; see ${relative(root, picture)}`;
}

function versionOf(page: Page): string {
  return page.context().browser()?.version() ?? '';
}

/** Takes screenshots until one matches, or two in a row are equal: then the page is stable. */
async function comeToRest(
  page: Page,
  fullPage: boolean,
  look: (shot: Buffer) => Promise<Verdict>,
  isAsDrawn: (verdict: Verdict) => boolean,
): Promise<Verdict> {
  // The browser's video controls show how much is loaded.
  const mask = [page.locator('video')];
  const take = (): Promise<Buffer> =>
    page.screenshot({ fullPage, animations: 'disabled', caret: 'hide', scale: 'css', mask });
  let shot = await take();
  let verdict = await look(shot);
  for (let looks = 1; looks < mostLooks && !isAsDrawn(verdict); looks += 1) {
    const next = await take();
    if (next.equals(shot)) break;
    shot = next;
    verdict = await look(shot);
  }
  return verdict;
}

const ownDrawnBy = (name: string): string => join(baselines, `${name}.chromium.txt`);

/** The version that took a picture, or most of them. */
function readDrawnBy(name?: string): string {
  const own = name === undefined ? drawnBy : ownDrawnBy(name);
  const file = existsSync(own) ? own : drawnBy;
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : 'nothing';
}

function recordDrawnBy(name: string, version: string): void {
  if (!existsSync(drawnBy)) writeFileSync(drawnBy, `${version}\n`);
  if (version === readDrawnBy()) rmSync(ownDrawnBy(name), { force: true });
  else {
    mkdirSync(dirname(ownDrawnBy(name)), { recursive: true });
    writeFileSync(ownDrawnBy(name), `${version}\n`);
  }
}

/** Explains how to handle differences, and whether the browser version may be the cause. */
export function adviceFor(browserVersion: string): string {
  const expected = readDrawnBy();
  const why =
    expected === browserVersion
      ? ''
      : `The pictures were drawn by Chromium ${expected} and this is ${browserVersion}: another version may draw letters otherwise.\n`;
  return `${why}The pictures named below show what was seen, the differences framed; what was expected is in tests/visual/baselines. If it is right, keep it: npm run visual -- --update`;
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
  if (input.kept === null) return { differing: 0, blocks: 0, sizes: null, seen, marked: null };

  const now = canvasOf(await read(seen), 1);
  const before = canvasOf(await read(input.kept), 1);
  if (now.width !== before.width || now.height !== before.height) {
    const size = (one: OffscreenCanvas): string => `${one.width / scale} × ${one.height / scale}`;
    return { differing: 0, blocks: 0, sizes: [size(before), size(now)], seen, marked: null };
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
  const blocks = Math.ceil(width / block) * Math.ceil(height / block);
  const counts = { differing: found.length, blocks, sizes: null, seen };
  if (found.length === 0 || pen === null) return { ...counts, marked: null };
  pen.strokeStyle = 'rgb(230 0 80)';
  for (const [left, top] of found) pen.strokeRect(left, top, block, block);
  return { ...counts, marked: await encode(now) };
}
