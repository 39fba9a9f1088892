import type { ReadableStorage } from '../../storage/storage.types.ts';
import { notFound } from '../http-error.ts';
import { readRange } from './byte-range.ts';
import { type FileStreamOptions, streamFile } from './file-stream.ts';

export interface SentFile {
  readonly storage: ReadableStorage;
  readonly key: string;
  /** File name for a download. */
  readonly name: string;
  readonly mime: string;
}

export interface DownloadLimits extends Pick<FileStreamOptions, 'nextPartMs' | 'disconnect'> {
  /** Starts counting a download, and returns the function that ends it. Throws if there are too many. */
  readonly begin: () => () => void;
}

interface SendFileOptions extends DownloadLimits {
  readonly file: SentFile;
  /** Further headers of the response. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Responds with a stored file or the requested range of it (RFC 9110, 14). Images, audio and video are shown inline, other
 * files are downloaded. The CSP stops scripts in all of them. Throws 404 if the file does not exist, and the errors of `begin` and of the storage.
 */
export async function sendFile(
  request: Request,
  { file, headers: extraHeaders, begin, nextPartMs, disconnect }: SendFileOptions,
): Promise<Response> {
  const found = await file.storage.stat(file.key);
  if (found === null) throw notFound();
  const { size } = found;
  const headers = new Headers({
    'content-type': file.mime,
    'content-disposition': disposition(file.name, file.mime),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    ...extraHeaders,
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
  const onEnd = begin();
  try {
    const reader = await file.storage.open(file.key, sent);
    if (reader === null) throw notFound();
    const body = streamFile({ reader, bytes: sent.end - sent.start + 1, nextPartMs, onEnd, disconnect });
    return new Response(body, { status: range === null ? 200 : 206, headers });
  } catch (error) {
    onEnd();
    throw error;
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
