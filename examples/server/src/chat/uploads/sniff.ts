// What a file is, by its bytes (decisions.md 11, Media; traps F11, F12, 0.9). Its name and claimed type only ever
// narrow the answer, never widen it.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import type { StoredMessageType } from '../../db/schema/chat.ts';

/** A kind of file that may be posted. */
export interface FileKind {
  readonly type: Exclude<StoredMessageType, 'ACT' | 'IMGS'>;
  readonly mime: string;
  /** Extensions that fit; the first is given to a name with none of them. */
  readonly extensions: readonly string[];
}

const kind = (type: FileKind['type'], mime: string, ...extensions: string[]): FileKind => ({
  type,
  mime,
  extensions,
});

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const audioWebm = kind('AUD', 'audio/webm', 'webm', 'weba');
const audioMp4 = kind('AUD', 'audio/mp4', 'm4a', 'mp4');
const text = kind('TXT', 'text/plain; charset=utf-8', 'txt');
const doc = kind('DOC', 'application/msword', 'doc');

/** The allow-list, by what the sniffer calls it. What is not here is refused; SVG, HTML and archives are not here. */
const allowed: Readonly<Record<string, FileKind>> = {
  'image/jpeg': kind('IMG', 'image/jpeg', 'jpg', 'jpeg'),
  'image/png': kind('IMG', 'image/png', 'png'),
  'image/webp': kind('IMG', 'image/webp', 'webp'),
  'image/gif': kind('IMG', 'image/gif', 'gif'),
  'image/avif': kind('IMG', 'image/avif', 'avif'),
  'video/mp4': kind('VID', 'video/mp4', 'mp4', 'm4v'),
  'video/webm': kind('VID', 'video/webm', 'webm'),
  'video/quicktime': kind('VID', 'video/quicktime', 'mov'),
  'audio/mpeg': kind('AUD', 'audio/mpeg', 'mp3'),
  'audio/x-m4a': audioMp4,
  'audio/mp4': audioMp4,
  'audio/ogg': kind('AUD', 'audio/ogg', 'ogg', 'oga', 'opus'),
  'audio/wav': kind('AUD', 'audio/wav', 'wav'),
  'audio/webm': audioWebm,
  'application/pdf': kind('PDF', 'application/pdf', 'pdf'),
  [docx]: kind('DOC', docx, 'docx'),
};

/** Answers what a file is, or null when it may not be posted. */
export async function sniffFile(path: string, name: string): Promise<FileKind | null> {
  const found = await fileTypeFromFile(path);
  if (found === undefined) return hasExtension(name, text) && (await isPlainText(path)) ? text : null;
  const mime = found.mime.split(';')[0] ?? '';
  // Word's old format is a container that other programs share; only the name tells.
  if (mime === 'application/x-cfb') return hasExtension(name, doc) ? doc : null;
  const sniffed = allowed[mime];
  if (sniffed?.type !== 'VID') return sniffed ?? null;
  // The same containers carry voice notes: without a picture track it is sound.
  if (mime === 'video/webm')
    return (await contains(path, /V_(?:VP8|VP9|AV1|MPEG|THEORA)/)) ? sniffed : audioWebm;
  return (await contains(path, /vide/)) ? sniffed : audioMp4;
}

/** Whether a name ends in one of the extensions of a kind. */
export function hasExtension(name: string, { extensions }: FileKind): boolean {
  return extensions.includes(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) && name.includes('.');
}

const WINDOW = 256 * 1024;

/** Looks at the beginning and the end, where containers keep their tables of tracks. */
async function contains(path: string, pattern: RegExp): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    for (const start of new Set([0, Math.max(0, size - WINDOW)])) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(WINDOW), 0, WINDOW, start);
      if (pattern.test(buffer.subarray(0, bytesRead).toString('latin1'))) return true;
    }
    return false;
  } finally {
    await file.close();
  }
}

/** Valid UTF-8 without control characters, and no mark-up that a browser would run. */
async function isPlainText(path: string): Promise<boolean> {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let first = true;
    // Opened by the stream itself: a handle whose stream is left in the middle may never finish closing.
    for await (const chunk of createReadStream(path)) {
      const part = decoder.decode(chunk as Buffer, { stream: true });
      if (hasControls.test(part)) return false;
      if (first && markup.test(part)) return false;
      first = false;
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

const markup = /^\s*<[!?a-z/]|<(?:html|svg|script|iframe|body|head)\b/i;
/** NUL and its like; tabs and line ends are text. */
const hasControls = /(?![\t\n\v\f\r])\p{Cc}/u;
