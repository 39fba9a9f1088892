import { HttpError } from './http-error.ts';

/** The longest JSON body (decisions.md 11). */
const longestJson = 1024 * 1024;

/** Reads a body of at most `max` bytes; 413 beyond. */
export async function readBytes(request: Request, max: number): Promise<Uint8Array> {
  const tooLarge = () => new HttpError(413, 'The request is too large.');
  if (Number(request.headers.get('content-length') ?? 0) > max) throw tooLarge();
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
      total += chunk.length;
      if (total > max) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, 'The request was cut off.');
  }
  return Buffer.concat(chunks);
}

/** Reads a JSON body. Throws 415 for another content type, 413 beyond 1 MiB, 400 for what is no JSON in UTF-8. */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) throw new HttpError(415, 'Send JSON.');
  const bytes = await readBytes(request, longestJson);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new HttpError(400, 'The request is not valid JSON.');
  }
}
