import { HttpError } from '../http-error.ts';
import { measureJson } from './json-shape.ts';

/** Bytes. */
const jsonLimit = 1024 * 1024;
/** Far more than any call accepts. */
const shapeLimit = { depth: 32, values: 10_000 };

/** Reads a body. Throws 413 beyond `max` bytes, 408 after `timeoutMs` milliseconds. */
export async function readBytes(request: Request, max: number, timeoutMs: number): Promise<Uint8Array> {
  const tooLarge = () => new HttpError(413, 'The request is too large.');
  if (Number(request.headers.get('content-length') ?? 0) > max) throw tooLarge();
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let total = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reader = request.body.getReader();
  const timeout = new Promise<never>((_, reject) => {
    // Otherwise the rest of the body would be parsed as the next request.
    const headers = { connection: 'close' };
    timer = setTimeout(
      () => reject(new HttpError(408, 'The request took too long.', { headers })),
      timeoutMs,
    );
  });
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), timeout]);
      if (done) return Buffer.concat(chunks);
      total += value.length;
      if (total > max) throw tooLarge();
      chunks.push(value);
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined);
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, 'The request was incomplete.');
  } finally {
    clearTimeout(timer);
  }
}

/** Throws 422 for JSON with more levels or values than any request has, before it is parsed. */
export function checkJsonShape(bytes: Uint8Array): void {
  const { depth, values } = measureJson(bytes);
  if (depth > shapeLimit.depth || values > shapeLimit.values)
    throw new HttpError(422, 'The request has too many levels or values.');
}

/**
 * Reads a JSON body. Throws 415 for another content type, 413 beyond 1 MiB, 408 after `timeoutMs` milliseconds, 400 for
 * invalid JSON or UTF-8, 422 for more levels or values than any call accepts (`calls.json-shape`).
 */
export async function readJson(request: Request, timeoutMs: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) throw new HttpError(415, 'Send JSON.');
  const bytes = await readBytes(request, jsonLimit, timeoutMs);
  checkJsonShape(bytes);
  return parseJsonBytes(bytes);
}

/** Parses JSON in UTF-8. Throws 400 for anything else. */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new HttpError(400, 'The request is not valid JSON.');
  }
}
