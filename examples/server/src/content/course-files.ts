// The files of courses: pictures, films, captions and documents lie in one folder, under the names that the rows have.
import { join } from 'node:path';
import { notFound } from '../http/http-error.ts';

/** What comes with the demo data; made by examples/server/scripts/make-course-files.mjs. */
const folder = join(import.meta.dirname, '../../course-files');

const mimes: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  webm: 'video/webm',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
  pdf: 'application/pdf',
};

/** A course's file by its name; 404 for what is no name of one, so that nothing leads out of the folder. */
export function courseFile(name: string): { readonly path: string; readonly mime: string } {
  const ending = /^[a-z0-9][a-z0-9-]{0,99}\.([a-z0-9]{2,5})$/.exec(name)?.[1];
  const mime = ending === undefined ? undefined : mimes[ending];
  if (mime === undefined) throw notFound();
  return { path: join(folder, name), mime };
}

/** Whether a file is a course's picture: those are on the cards, and no secret. */
export function isCoursePicture(name: string): boolean {
  return name.endsWith('.webp');
}
