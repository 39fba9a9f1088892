// Makes the files of the demo's courses (examples/server/course-files): pictures, a film with captions, documents.
// Run when one of their sources below changes; the results are committed, so nobody needs a browser to start the server.
//   node examples/server/scripts/make-course-files.mjs            everything
//   node examples/server/scripts/make-course-files.mjs --no-film  all but the film, which needs Chromium (CHROME_PATH)
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { writePdf } from '../../sandbox/src/documents/write-pdf.ts';
import { captionsOf, createOpeningRange, scenes } from './course-files/film.mjs';
import { papers } from './course-files/papers.mjs';
import { pictures } from './course-files/pictures.mjs';

const folder = join(import.meta.dirname, '../course-files');
const keep = async (name, bytes) => {
  await writeFile(join(folder, name), bytes);
  process.stdout.write(`${name}: ${(bytes.length / 1000).toFixed(1)} kB\n`);
};

await mkdir(folder, { recursive: true });
for (const [name, svg] of Object.entries(pictures)) {
  await keep(`${name}.webp`, await sharp(Buffer.from(svg)).webp({ quality: 82, effort: 6 }).toBuffer());
}
for (const [name, pages] of Object.entries(papers)) {
  await keep(`${name}.pdf`, await writePdf(pages, new Date('2026-01-01')));
}
await keep('opening-range.vtt', Buffer.from(captionsOf(scenes)));
if (!process.argv.includes('--no-film')) {
  const film = { width: 640, height: 360, fps: 10, seconds: 40, bitrate: 40_000, keyEvery: 5 };
  const { recordFilm } = await import('./course-files/record-film.mjs');
  await keep('opening-range.webm', await recordFilm(film, createOpeningRange));
}
