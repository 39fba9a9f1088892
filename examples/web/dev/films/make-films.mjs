// Makes the testimonials' films and captions in examples/web/public/films. Run after a change of testimonial-films.mjs; the
// results are committed. Needs Chromium (CHROME_PATH).
//   node examples/web/dev/films/make-films.mjs
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { captionsOf } from '../../../server/scripts/course-files/film.mjs';
import { recordFilm } from '../../../server/scripts/course-files/record-film.mjs';
import { drawingOf, films } from './testimonial-films.mjs';

const folder = join(import.meta.dirname, '../../public/films');
const settings = { width: 640, height: 360, fps: 20, seconds: 16, bitrate: 70_000, keyEvery: 4 };

await mkdir(folder, { recursive: true });
for (const [name, { captions }] of Object.entries(films)) {
  const film = await recordFilm(settings, drawingOf(name));
  await writeFile(join(folder, `${name}.webm`), film);
  await writeFile(join(folder, `${name}.vtt`), captionsOf(captions));
  process.stdout.write(`${name}.webm: ${(film.length / 1000).toFixed(1)} kB\n`);
}
