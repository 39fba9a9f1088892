import { stat } from 'node:fs/promises';
import { readRange } from './byte-range.ts';
import { type FileStreamOptions, streamFile } from './file-stream.ts';
import { notFound } from './http-error.ts';

export interface SentFile {
  readonly path: string;
  /** File name for a download. */
  readonly name: string;
  readonly mime: string;
}

export interface FileSending extends Pick<FileStreamOptions, 'nextPartMs' | 'hangUp'> {
  /** Counts a download until the returned function is called; throws when there are too many. */
  readonly begin: () => () => void;
}

export interface SendFileOptions extends FileSending {
  readonly file: SentFile;
  /** Further headers of the response. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Responds with a stored file, or the requested range of it (RFC 9110, 14). Images, audio and video are shown inline,
 * other files are downloaded; scripts in them do not run. Throws 404 when there is no such file, and what `begin` throws.
 */
export async function sendFile(
  request: Request,
  { file, headers: more, begin, nextPartMs, hangUp }: SendFileOptions,
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
