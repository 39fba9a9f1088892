import { stat } from 'node:fs/promises';
import { readRange } from './byte-range.ts';
import { type FileStreamOptions, streamFile } from './file-stream.ts';
import { notFound } from './http-error.ts';

/** A file as it is sent. */
export interface SentFile {
  readonly path: string;
  /** For the person who saves it. */
  readonly name: string;
  readonly mime: string;
}

/** How files are sent on one connection. */
export interface FileSending extends Pick<FileStreamOptions, 'nextPartMs' | 'hangUp'> {
  /** Counts a download until the returned function is called; throws when there are too many. */
  readonly begin: () => () => void;
}

/**
 * Answers with a stored file, or the part of it that was asked for (RFC 9110, 14). Pictures, sound and films are shown,
 * everything else is downloaded; nothing in it may run. Throws 404 when the file is not there, and what `begin` throws.
 */
export async function answerFile(
  request: Request,
  file: SentFile,
  more: Readonly<Record<string, string>>,
  { begin, nextPartMs, hangUp }: FileSending,
): Promise<Response> {
  const size = await sizeOf(file.path);
  const headers = new Headers({
    'content-type': file.mime,
    'content-disposition': disposition(file.name, file.mime),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    ...more,
  });
  const isHead = request.method === 'HEAD';
  // A range is defined for GET alone (RFC 9110, 14.2).
  const range = isHead ? null : readRange(request.headers.get('range'), size);
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } });
  }
  const sent = range ?? { start: 0, end: size - 1 };
  headers.set('content-length', String(sent.end - sent.start + 1));
  if (range !== null) headers.set('content-range', `bytes ${sent.start}-${sent.end}/${size}`);
  if (isHead || size === 0) return new Response(null, { headers });
  const body = streamFile({ path: file.path, range: sent, nextPartMs, onEnd: begin(), hangUp });
  return new Response(body, { status: range === null ? 200 : 206, headers });
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch {
    // It went between two lookups, or was never there.
    throw notFound();
  }
}

function disposition(name: string, mime: string): string {
  const kind = /^(?:image|video|audio)\//.test(mime) ? 'inline' : 'attachment';
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percent)}`;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
