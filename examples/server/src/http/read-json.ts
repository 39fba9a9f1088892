import { HttpError } from './http-error.ts';

/** The longest JSON body. */
const longestJson = 1024 * 1024;

/** Reads a body. Throws 413 beyond `max` bytes, 408 after `withinMs` milliseconds. */
export async function readBytes(request: Request, max: number, withinMs: number): Promise<Uint8Array> {
  const tooLarge = () => new HttpError(413, 'The request is too large.');
  if (Number(request.headers.get('content-length') ?? 0) > max) throw tooLarge();
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let total = 0;
  let late: ReturnType<typeof setTimeout> | undefined;
  const reader = request.body.getReader();
  const tooLate = new Promise<never>((_, reject) => {
    // The rest of the body would be parsed as the next request.
    const headers = { connection: 'close' };
    late = setTimeout(() => reject(new HttpError(408, 'The request took too long.', { headers })), withinMs);
  });
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), tooLate]);
      if (done) return Buffer.concat(chunks);
      total += value.length;
      if (total > max) throw tooLarge();
      chunks.push(value);
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined);
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, 'The request was cut off.');
  } finally {
    clearTimeout(late);
  }
}

/**
 * Reads a JSON body. Throws 415 for another content type, 413 beyond 1 MiB, 408 after `withinMs` milliseconds, 400 for
 * invalid JSON or UTF-8.
 */
export async function readJson(request: Request, withinMs: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) throw new HttpError(415, 'Send JSON.');
  const bytes = await readBytes(request, longestJson, withinMs);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new HttpError(400, 'The request is not valid JSON.');
  }
}
