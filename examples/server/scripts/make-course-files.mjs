// Makes the files of the demo's courses (examples/server/course-files): pictures, a film with captions, documents.
// Run when one of their sources below changes; the results are committed, so nobody needs a browser to start the server.
//   node examples/server/scripts/make-course-files.mjs            everything
//   node examples/server/scripts/make-course-files.mjs --no-film  all but the film, which needs Chromium (CHROME_PATH)
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { writePdf } from '../../sandbox/src/documents/write-pdf.ts';
import { captionsOf, encodeFilm, scenes } from './course-files/film.mjs';
import { papers } from './course-files/papers.mjs';
import { pictures } from './course-files/pictures.mjs';
import { writeWebm } from './course-files/webm.mjs';

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
if (!process.argv.includes('--no-film')) await keep('opening-range.webm', await makeFilm());

async function makeFilm() {
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH });
  try {
    const page = await browser.newPage();
    // The encoder is there for secure origins alone; this machine's own name is one.
    await page.route('http://localhost/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Film</title>' }),
    );
    await page.goto('http://localhost/');
    const film = { width: 640, height: 360, fps: 10, seconds: 40, bitrate: 40_000 };
    const chunks = await page.evaluate(encodeFilm, film);
    return writeWebm({
      ...film,
      durationMs: film.seconds * 1000,
      chunks: chunks.map(({ base64, ...chunk }) => ({ ...chunk, bytes: Buffer.from(base64, 'base64') })),
    });
  } finally {
    await browser.close();
  }
}
