import type { AnswerFailure } from '../api-client/index.ts';
import type { CourseDocument } from '../contract/index.ts';
import type { CoursesError } from './courses.types.ts';

/** What a failed answer means here. */
export function coursesErrorOf(answer: AnswerFailure): CoursesError {
  if (answer.kind === 'http') return { code: 'courses-refused' };
  if (answer.kind === 'network' || answer.kind === 'aborted') return { code: 'courses-unreachable' };
  return { code: 'courses-unreadable' };
}

/** Whether a number can be a course's id at all. */
export function isCourseId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}

/** The ending of an address's last part ('pdf'), in lower case; empty when it has none. */
function endingOf(address: string): string {
  const path = address.replace(/[?#].*$/s, '');
  return (/\.([a-z0-9]{1,8})$/i.exec(path.slice(path.lastIndexOf('/') + 1))?.[1] ?? '').toLowerCase();
}

const mimeTypes: Readonly<Record<string, RegExp>> = {
  pdf: /^application\/(x-)?pdf$/,
  zip: /^application\/(zip|x-zip-compressed)$/,
  txt: /^text\/plain$/,
  csv: /^text\/(csv|plain)$/,
  doc: /^application\/msword$/,
  docx: /^application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document$/,
  xls: /^application\/vnd\.ms-excel$/,
  xlsx: /^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet$/,
  ppt: /^application\/vnd\.ms-powerpoint$/,
  pptx: /^application\/vnd\.openxmlformats-officedocument\.presentationml\.presentation$/,
};

/**
 * Whether an answer can be the document that was asked for, by its `Content-Type`. A page or a JSON error is none,
 * whatever status it came with; bytes of no declared kind are.
 */
export function isDocumentType(contentType: string | null, paper: CourseDocument): boolean {
  const mime = (contentType ?? '').replace(/;.*$/s, '').trim().toLowerCase();
  if (mime === '' || /^(application|binary)\/octet-stream$/.test(mime)) return true;
  const expected = mimeTypes[endingOf(paper.file) || endingOf(paper.name)];
  if (expected !== undefined) return expected.test(mime);
  return !/^(text\/html|application\/(xhtml\+xml|json|problem\+json))$/.test(mime);
}

/** What the saved file is called: the document's name without what a file system refuses, and with its ending. */
export function fileNameOf(paper: CourseDocument): string {
  const ending = endingOf(paper.file);
  const cleaned = paper.name
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const name = Array.from(cleaned).slice(0, 120).join('') || 'document';
  return ending === '' || name.toLowerCase().endsWith(`.${ending}`) ? name : `${name}.${ending}`;
}

/** Closer to the end than this, a video is over: the next time begins at its start (seconds). */
const END_MARGIN = 5;

/**
 * What is kept of a place in a video, whole seconds; null when there is nothing to come back to: the first moments, the
 * end, and what is no place.
 */
export function positionToKeep(seconds: number, duration: number): number | null {
  if (!Number.isFinite(seconds) || seconds < 1) return null;
  if (Number.isFinite(duration) && seconds >= duration - END_MARGIN) return null;
  return Math.floor(seconds);
}
