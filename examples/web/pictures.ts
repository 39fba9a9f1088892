// Draws the icons and the previews' pictures as SVG and writes them as PNG. No letters: nothing depends on the fonts of
// the machine that builds.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { PictureName } from './head.ts';

const paper = '#fbfaf7';
const line = '#dcdde4';
const indigo = '#28327f';
const brass = '#c98a1b';
const green = '#1a7f4b';
const red = '#b3372f';

/** The bell of public/favicon.svg, without its ground; 32 units wide. */
const bell = (body: string, clapper: string): string =>
  `<g fill="none" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"><path d="M16 6v2.6M9.4 21.5h13.2l-1.7-2.6v-4.3a4.9 4.9 0 0 0-9.8 0v4.3z" stroke="${body}"/><path d="M14 24.6a2.2 2.2 0 0 0 4 0" stroke="${clapper}"/></g>`;

/** An icon; `inset` is how much smaller the bell is than in the favicon (a mask cuts the corners of some). */
const icon = (radius: number, inset: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${radius}" fill="${indigo}"/><g transform="translate(${inset} ${inset}) scale(${(32 - 2 * inset) / 32})">${bell('#fff', '#e0a43a')}</g></svg>`;

const candle = (x: number, top: number, bottom: number, open: number, close: number): string => {
  const colour = close < open ? green : red;
  const body = Math.min(open, close);
  return `<path d="M${x} ${top}V${bottom}" stroke="${colour}" stroke-width="4"/><rect x="${x - 14}" y="${body}" width="28" height="${Math.abs(open - close)}" rx="3" fill="${colour}"/>`;
};

const print = (y: number, width: number, bought: boolean): string =>
  `<rect x="0" y="${y}" width="120" height="14" rx="7" fill="${line}"/><rect x="150" y="${y}" width="${width}" height="14" rx="7" fill="${bought ? green : red}"/>`;

const drawings: Readonly<Record<PictureName, string>> = {
  candles: `${candle(20, 210, 380, 340, 250)}${candle(90, 190, 330, 230, 300)}${candle(160, 170, 340, 310, 200)}${candle(230, 150, 300, 190, 260)}${candle(300, 110, 290, 270, 140)}${candle(370, 60, 230, 170, 90)}<path d="M0 400H400" stroke="${line}" stroke-width="4"/><path d="M0 130H400" stroke="${brass}" stroke-width="4" stroke-dasharray="10 14"/>`,
  flow: [240, 110, 250, 60, 180, 230]
    .map((width, row) => print(70 + row * 56, width, row % 3 !== 1))
    .join(''),
  page: [400, 320, 380, 260, 400, 340, 180]
    .map(
      (width, row) =>
        `<rect x="0" y="${60 + row * 52}" width="${width}" height="14" rx="7" fill="${row === 0 ? indigo : line}"/>`,
    )
    .join(''),
  door: `<rect x="40" y="60" width="320" height="340" rx="20" fill="#fff" stroke="${line}" stroke-width="4"/><rect x="80" y="120" width="240" height="48" rx="8" fill="none" stroke="${line}" stroke-width="4"/><rect x="80" y="196" width="240" height="48" rx="8" fill="none" stroke="${line}" stroke-width="4"/><rect x="80" y="280" width="240" height="60" rx="8" fill="${indigo}"/>`,
  bell: `<g fill="none" stroke="${brass}" stroke-width="6" stroke-linecap="round"><path d="M110 330a130 130 0 0 1 0-200M290 130a130 130 0 0 1 0 200M60 370a190 190 0 0 1 0-280M340 90a190 190 0 0 1 0 280"/></g><circle cx="200" cy="230" r="46" fill="${indigo}"/>`,
};

const preview = (name: PictureName): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect width="1200" height="630" fill="${paper}"/><rect width="1200" height="12" fill="${indigo}"/><g transform="translate(70 95) scale(13.5)">${bell(indigo, brass)}</g><g transform="translate(690 80)">${drawings[name]}</g></svg>`;

const png = (svg: string, width: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: 300 })
    .resize({ width })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

/** An .ico that holds one PNG. */
function ico(picture: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, picture]);
}

/** Writes every icon and preview into the built site. */
export async function drawPictures(dist: string): Promise<void> {
  await mkdir(join(dist, 'pictures'), { recursive: true });
  const rounded = icon(7, 0);
  const full = icon(0, 0);
  const files: [string, Promise<Buffer>][] = [
    ['icon-192.png', png(rounded, 192)],
    ['icon-512.png', png(rounded, 512)],
    ['icon-maskable-512.png', png(icon(0, 4), 512)],
    ['apple-touch-icon.png', png(full, 180)],
    ['favicon.ico', png(rounded, 32).then((picture) => ico(picture, 32))],
    ...Object.keys(drawings).map((name): [string, Promise<Buffer>] => [
      `pictures/${name}.png`,
      png(preview(name as PictureName), 1200),
    ]),
  ];
  for (const [name, picture] of files) await writeFile(join(dist, name), await picture);
}
