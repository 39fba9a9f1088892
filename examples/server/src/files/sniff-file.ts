// Detects the kind of a file from its bytes. For plain text and Word's old format, the name must match too.
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { fileTypeFromFile } from 'file-type';
import { type FileKind, hasExtension } from './file-kind.ts';

const kind = (type: FileKind['type'], mime: string, ...extensions: string[]): FileKind => ({
  type,
  mime,
  extensions,
});

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const text = kind('TXT', 'text/plain; charset=utf-8', 'txt');
const doc = kind('DOC', 'application/msword', 'doc');
const pdf = kind('PDF', 'application/pdf', 'pdf');
const avif = kind('IMG', 'image/avif', 'avif');

/** The allowed kinds, by the MIME type that file-type returns. SVG, HTML and archives are not among them. */
const allowed: Readonly<Record<string, FileKind>> = {
  'image/jpeg': kind('IMG', 'image/jpeg', 'jpg', 'jpeg'),
  'image/png': kind('IMG', 'image/png', 'png'),
  'image/webp': kind('IMG', 'image/webp', 'webp'),
  'image/gif': kind('IMG', 'image/gif', 'gif'),
  'image/avif': avif,
  'audio/mpeg': kind('AUD', 'audio/mpeg', 'mp3'),
  'audio/ogg': kind('AUD', 'audio/ogg', 'ogg', 'oga', 'opus'),
  'audio/wav': kind('AUD', 'audio/wav', 'wav'),
  'application/pdf': pdf,
  [docx]: kind('DOC', docx, 'docx'),
};

const mp4 = {
  video: kind('VID', 'video/mp4', 'mp4', 'm4v', '3gp', '3g2'),
  audio: kind('AUD', 'audio/mp4', 'm4a', 'mp4', 'm4b', '3gp', '3g2'),
};
const webm = {
  video: kind('VID', 'video/webm', 'webm'),
  audio: kind('AUD', 'audio/webm', 'webm', 'weba'),
};
/** Containers of video or audio, by the MIME type that file-type returns. Their tracks decide. */
const containers: Readonly<Record<string, { readonly video: FileKind; readonly audio: FileKind }>> = {
  'video/mp4': mp4,
  'audio/mp4': mp4,
  'audio/x-m4a': mp4,
  'video/x-m4v': mp4,
  // Players know the 3GP formats as MP4.
  'video/3gpp': mp4,
  'video/3gpp2': mp4,
  'video/quicktime': { ...mp4, video: kind('VID', 'video/quicktime', 'mov') },
  'video/webm': webm,
  'audio/webm': webm,
};

/** The MIME types of accepted files, as file-type returns them. */
export const acceptedTypes: readonly string[] = [...Object.keys(allowed), ...Object.keys(containers)];

/** The MIME types that file-type returns for a HEIF container whose major brand names no codec (mif1, msf1). */
const anyHeif: ReadonlySet<string> = new Set(['image/heif', 'image/heif-sequence']);

/** Returns the MIME type of a file, undefined if unknown. An AVIF may be marked as such by a compatible brand alone. */
async function detectMime(path: string): Promise<string | undefined> {
  const mime = (await fileTypeFromFile(path))?.mime.split(';')[0];
  return mime !== undefined && anyHeif.has(mime) && (await hasAvifBrand(path)) ? avif.mime : mime;
}

async function hasAvifBrand(path: string): Promise<boolean> {
  const start = await buffer(createReadStream(path, { end: FTYP_BYTES - 1 }));
  const end = Math.min(start.length, start.readUInt32BE(0));
  // The box: its size, `ftyp`, the major brand, a version, then the compatible brands.
  for (let at = 16; at + 4 <= end; at += 4) {
    if (/^avi[fs]$/.test(start.toString('latin1', at, at + 4))) return true;
  }
  return false;
}

/** Returns the kind of a file, null if it is not accepted, 'unreadable' if it is damaged. */
export async function sniffFile(
  path: string,
  name: string,
  accept: 'any' | 'image',
): Promise<FileKind | 'unreadable' | null> {
  if (accept === 'image') {
    const image = allowed[(await detectMime(path)) ?? ''];
    return image?.type === 'IMG' ? image : null;
  }
  // Many signatures are words, such as BM or ID3. The files that they mark have control characters, texts do not.
  const isText = await hasNoControls(path);
  if (isText && hasExtension(name, text)) return (await isPlainText(path)) ? text : null;
  const mime = isText ? undefined : await detectMime(path);
  if (mime === undefined) return (await hasPdfHeader(path, name)) ? pdf : null;
  // Other programs use the same container as Word's old format. Only the name distinguishes them.
  if (mime === 'application/x-cfb') return hasExtension(name, doc) ? doc : null;
  const container = containers[mime];
  if (container === undefined) return allowed[mime] ?? null;
  // Loaded on demand: images and documents do not need it.
  const { readMediaType } = await import('./read-tracks.ts');
  const media = await readMediaType(path);
  return media === null ? 'unreadable' : container[media];
}

/** Returns whether a file has no ASCII control characters except tabs and line breaks, in any encoding. */
async function hasNoControls(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path)) {
    if (asciiControl.test((chunk as Buffer).toString('latin1'))) return false;
  }
  return true;
}

/** Returns whether a file has a PDF header where viewers find it: after blanks or, in a file named .pdf, other bytes. */
async function hasPdfHeader(path: string, name: string): Promise<boolean> {
  const start = await buffer(createReadStream(path, { end: PDF_START + pdfHeader.length - 2 }));
  const header = start.indexOf(pdfHeader);
  if (header === -1) return false;
  const before = start.toString('utf8', 0, header);
  return before.trim() === '' || (hasExtension(name, pdf) && !isMarkup(before));
}

/** Returns whether a file is UTF-8 without control characters and without markup that a browser would run. */
async function isPlainText(path: string): Promise<boolean> {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let first = true;
    // Opened by path: the stream closes the file when the loop returns early.
    for await (const chunk of createReadStream(path)) {
      const part = decoder.decode(chunk as Buffer, { stream: true });
      if (control.test(part)) return false;
      if (first && isMarkup(part)) return false;
      first = false;
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

const pdfHeader = '%PDF-';
/** Brands beyond these first bytes are not read. */
const FTYP_BYTES = 256;
/** A PDF's header begins in these first bytes. */
const PDF_START = 1_024;
/** Elements that a browser runs or lays a page out by, anywhere. */
const pageElement = /<(?:html|svg|script|iframe|body|head)\b/i;
/** A document of markup: a doctype, a comment, an XML or PHP header, or an element with an attribute or an end. */
const documentStart = /^\s*<(?:!doctype|!--|!\[cdata|\?(?:xml|php)|style>)/i;
const elementStart = /^\s*<[a-z][\w.:-]*(?:\s+[\w:-]+\s*=|\s*\/>)/i;
const closedElement = /^\s*<([a-z][\w.:-]*)(?:\s[^>]*)?>[\s\S]*<\/\1\s*>/i;

/** Returns whether a text is markup. Other texts may begin like it, such as `<AAPL> bought 40`. */
function isMarkup(text: string): boolean {
  return [pageElement, documentStart, elementStart, closedElement].some((pattern) => pattern.test(text));
}
/** Control characters except tabs and line breaks. */
const control = /(?![\t\n\v\f\r])\p{Cc}/u;
const asciiControl = /(?![\t\n\v\f\r\x80-\x9f])\p{Cc}/u;
