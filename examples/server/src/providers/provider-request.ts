// GET requests to market data and news providers: with a time limit and a size limit, without redirects or keys in errors.
import type { Schema } from '@openbell/core/contract';
import { isSecure } from '../config-values.ts';
import { parseJson } from '../parse-json.ts';
import { MarketProviderError } from './market/market.types.ts';

/** Maximum `Retry-After` in seconds. */
const MAX_RETRY_AFTER = 3_600;

/** A response with status 200. */
interface ProviderResponse {
  /** The `Content-Type` header, or an empty string. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

interface ProviderRequestOptions {
  /** Starts each error message, for example `market data`. */
  readonly subject: string;
  /** Headers of the request, with the key. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds for the whole response. */
  readonly timeout: number;
  /** Size limit of the body in bytes, after decompression. */
  readonly maxBytes: number;
}

/** Returns the origin of a provider's URL. Throws a TypeError if it is neither https nor loopback. */
export function readProviderOrigin(address: string, subject: string): string {
  if (!isSecure(address)) throw new TypeError(`${subject}: the key must be sent over https`);
  return new URL(address).origin;
}

/**
 * Sends a GET request and reads the whole response. Returns null for 404. Throws {@link MarketProviderError} for any other
 * status than 200, a timeout, a redirect and a too large response; `retryAfter` is from `Retry-After` of 429 and 503.
 */
export async function requestProvider(
  url: URL,
  { subject, headers, timeout, maxBytes }: ProviderRequestOptions,
): Promise<ProviderResponse | null> {
  const call = `${subject}: ${url.pathname}`;
  let response: Response;
  let bytes: Uint8Array;
  try {
    response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeout) });
    bytes = await readBytes(response, maxBytes, call);
  } catch (error) {
    if (error instanceof MarketProviderError) throw error;
    throw new MarketProviderError('unavailable', `${call} did not respond`);
  }
  const { status } = response;
  if (status === 200) return { type: response.headers.get('content-type') ?? '', bytes };
  if (status === 404) return null;
  const retryAfter = readRetryAfter(response.headers.get('retry-after'));
  if (status === 429)
    throw new MarketProviderError('rate-limited', `${call} was called too often`, retryAfter);
  if (status === 401 || status === 403) {
    throw new MarketProviderError('refused', `${call} was rejected with ${status}`);
  }
  throw new MarketProviderError(
    'unavailable',
    `${call} returned ${status}`,
    status === 503 ? retryAfter : null,
  );
}

/** Parses a response by a schema. Throws {@link MarketProviderError} `malformed`; `call` names the call in the message. */
export function readProviderJson<T>({ bytes }: ProviderResponse, schema: Schema<T>, call: string): T {
  const value = parseJson(schema, new TextDecoder().decode(bytes));
  if (value === null) throw new MarketProviderError('malformed', `${call} returned an unexpected response`);
  return value;
}

function readRetryAfter(header: string | null): number | null {
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(MAX_RETRY_AFTER, Math.ceil(seconds)) : null;
}

async function readBytes(response: Response, maxBytes: number, call: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (response.body !== null) {
    for await (const chunk of response.body) {
      length += chunk.byteLength;
      if (length > maxBytes)
        throw new MarketProviderError('malformed', `${call} returned more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks);
}
