// Makes the testimonials' films and captions in examples/web/public/films. Run after a change of testimonial-films.mjs; the
// results are committed. Needs Chromium (CHROME_PATH).
//   node examples/web/dev/films/make-films.mjs
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { captionsOf } from '../../../server/scripts/course-files/film.mjs';
import { writeWebm } from '../../../server/scripts/course-files/webm.mjs';
import { encodeFilm, films } from './testimonial-films.mjs';

const folder = join(import.meta.dirname, '../../public/films');
const settings = { width: 640, height: 360, fps: 20, seconds: 16, bitrate: 70_000 };

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH });
try {
  const page = await browser.newPage();
  // The encoder requires a secure origin, which localhost is.
  await page.route('http://localhost/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Film</title>' }),
  );
  await page.goto('http://localhost/');
  for (const [name, captions] of Object.entries(films)) {
    const chunks = await page.evaluate(encodeFilm, { ...settings, name });
    const film = writeWebm({
      ...settings,
      durationMs: settings.seconds * 1000,
      chunks: chunks.map(({ base64, ...chunk }) => ({ ...chunk, bytes: Buffer.from(base64, 'base64') })),
    });
    await writeFile(join(folder, `${name}.webm`), film);
    await writeFile(join(folder, `${name}.vtt`), captionsOf(captions));
    process.stdout.write(`${name}.webm: ${(film.length / 1000).toFixed(1)} kB\n`);
  }
} finally {
  await browser.close();
}
