import type { CourseDocument } from '../contract/index.ts';

/** Whether a number is a valid course id. */
export function isCourseId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}

/** The file extension of a URL ('pdf') in lower case; empty without one. */
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
 * Whether a response can be the requested document, by its `Content-Type`. HTML and JSON are errors, with any status; a
 * response without a type is accepted.
 */
export function isDocumentType(contentType: string | null, paper: CourseDocument): boolean {
  const mime = (contentType ?? '').replace(/;.*$/s, '').trim().toLowerCase();
  if (mime === '' || /^(application|binary)\/octet-stream$/.test(mime)) return true;
  const expected = mimeTypes[endingOf(paper.file) || endingOf(paper.name)];
  if (expected !== undefined) return expected.test(mime);
  return !/^(text\/html|application\/(xhtml\+xml|json|problem\+json))$/.test(mime);
}

/** The name to show: the document's own, else the name of its file; empty without both. */
export function documentNameOf({ name, file }: CourseDocument): string {
  const own = name.trim();
  if (own !== '') return own;
  const path = file.replace(/[?#].*$/s, '');
  const last = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last).trim();
  } catch {
    return last;
  }
}

/** The name of the saved file: the document's name without invalid characters, with its extension. */
export function fileNameOf(paper: CourseDocument): string {
  const ending = endingOf(paper.file);
  const cleaned = documentNameOf(paper)
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const name = Array.from(cleaned).slice(0, 120).join('') || 'document';
  return ending === '' || name.toLowerCase().endsWith(`.${ending}`) ? name : `${name}.${ending}`;
}

/** Seconds before the end from which a video counts as finished and restarts the next time. */
const END_MARGIN = 5;

/**
 * Returns the video position to store, in whole seconds; null at the start, at the end and for invalid positions.
 */
export function positionToKeep(seconds: number, duration: number): number | null {
  if (!Number.isFinite(seconds) || seconds < 1) return null;
  if (Number.isFinite(duration) && seconds >= duration - END_MARGIN) return null;
  return Math.floor(seconds);
}
