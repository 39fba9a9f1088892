import { type FileKind, hasExtension } from '../../files/file-kind.ts';

const MAX_LENGTH = 120;
/** No file system has longer names, and trimming takes time that is quadratic in the length. */
const MAX_GIVEN = 1_000;
/** Separators, wildcards, control and format characters, such as bidi overrides. */
const unsafe = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Returns a sanitized file name with an extension that matches the content. */
export function safeFileName(given: string, kind: FileKind): string {
  const base = given
    .slice(-MAX_GIVEN)
    .normalize('NFC')
    .replace(unsafe, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const extension = `.${kind.extensions[0]}`;
  if (!hasExtension(base, kind)) return shorten(base === '' ? 'file' : base, extension);
  const dot = base.lastIndexOf('.');
  return shorten(base.slice(0, dot) || 'file', base.slice(dot));
}

function shorten(stem: string, extension: string): string {
  return [...stem].slice(0, MAX_LENGTH - extension.length).join('') + extension;
}
