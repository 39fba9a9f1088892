// One GET to a market data or news provider: a time limit, a size limit, no redirects, no key in an error.
import * as v from 'valibot';
import { MarketProviderError } from './market/market.types.ts';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
/** Seconds that a provider's Retry-After may ask for. */
const LONGEST_RETRY_AFTER = 3_600;

/** A complete answer with status 200. */
interface ProviderAnswer {
  /** The `Content-Type` header, or an empty string. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

interface ProviderRequestOptions {
  /** Begins each error message, for example `market data`. */
  readonly subject: string;
  /** The request's headers. The key belongs here and never in the address. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds for the whole answer. */
  readonly timeout: number;
  /** Size limit of the answer's body in bytes, after decompression. */
  readonly maxBytes: number;
}

/**
 * Returns the origin of a provider's address.
 *
 * @throws TypeError when the address is neither https nor http on the loopback interface.
 */
export function readProviderOrigin(address: string, subject: string): string {
  const { protocol, hostname, origin } = new URL(address);
  const isLoopback = protocol === 'http:' && LOOPBACK.includes(hostname);
  if (protocol !== 'https:' && !isLoopback)
    throw new TypeError(`${subject}: the key travels over https only`);
  return origin;
}

/**
 * Sends one GET request and reads the whole answer. Returns null for status 404.
 *
 * @throws {@link MarketProviderError} for every other status than 200, a time-out, a redirect, or an answer over the
 * size limit. `retryAfter` is set from `Retry-After` in seconds on status 429 and 503.
 */
export async function requestProvider(
  url: URL,
  { subject, headers, timeout, maxBytes }: ProviderRequestOptions,
): Promise<ProviderAnswer | null> {
  const what = `${subject}: ${url.pathname}`;
  let response: Response;
  let bytes: Uint8Array;
  try {
    response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeout) });
    bytes = await readBytes(response, maxBytes, what);
  } catch (error) {
    if (error instanceof MarketProviderError) throw error;
    throw new MarketProviderError('unavailable', `${what} did not answer`);
  }
  const { status } = response;
  if (status === 200) return { type: response.headers.get('content-type') ?? '', bytes };
  if (status === 404) return null;
  const retryAfter = readRetryAfter(response.headers.get('retry-after'));
  if (status === 429)
    throw new MarketProviderError('rate-limited', `${what} was called too often`, retryAfter);
  if (status === 401 || status === 403) {
    throw new MarketProviderError('refused', `${what} was refused with ${status}`);
  }
  throw new MarketProviderError(
    'unavailable',
    `${what} answered ${status}`,
    status === 503 ? retryAfter : null,
  );
}

/**
 * Reads an answer as JSON of the schema's shape. `what` names the call in the error.
 *
 * @throws {@link MarketProviderError} `malformed` when it is anything else.
 */
export function readProviderJson<S extends v.GenericSchema<unknown, unknown>>(
  { bytes }: ProviderAnswer,
  schema: S,
  what: string,
): v.InferOutput<S> {
  const read = v.safeParse(schema, parseJson(new TextDecoder().decode(bytes)));
  if (!read.success)
    throw new MarketProviderError('malformed', `${what} answered something else than documented`);
  return read.output;
}

function readRetryAfter(header: string | null): number | null {
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(LONGEST_RETRY_AFTER, Math.ceil(seconds)) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readBytes(response: Response, most: number, what: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (response.body !== null) {
    for await (const chunk of response.body) {
      length += chunk.byteLength;
      if (length > most)
        throw new MarketProviderError('malformed', `${what} answered more than ${most} bytes`);
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks);
}
