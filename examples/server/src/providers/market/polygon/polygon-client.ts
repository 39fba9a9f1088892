import * as v from 'valibot';
import { MarketProviderError, type TickerLogo } from '../market.types.ts';

/** Where the provider's REST API is. Each client talks to one host only: a key must never travel to another. */
const POLYGON_ORIGIN = 'https://api.polygon.io';

const PICTURES = ['image/svg+xml', 'image/png', 'image/jpeg'] as const;
const PICTURE_BYTES = 512 * 1024;

export interface PolygonClientOptions {
  readonly apiKey: string;
  /** Another address of the same API (its newer name, a local stand-in). Default `https://api.polygon.io`. */
  readonly restUrl?: string;
  /** Milliseconds for one call, its body included. Default 10,000. */
  readonly timeout?: number;
  /** Bytes of one answer at most. Default 32 MiB. */
  readonly maxBytes?: number;
}

export interface PolygonClient {
  /** One call; null for 404. Each segment of the path is encoded. Throws {@link MarketProviderError}. */
  get<S extends v.GenericSchema<unknown, unknown>>(
    segments: readonly string[],
    query: Readonly<Record<string, string>>,
    schema: S,
  ): Promise<v.InferOutput<S> | null>;
  /** A picture that an answer named; only on the provider's own host. Null when it is missing or no picture. */
  picture(url: string): Promise<TickerLogo | null>;
  /** The next page that an answer named; only on the provider's own host. */
  next<S extends v.GenericSchema<unknown, unknown>>(url: string, schema: S): Promise<v.InferOutput<S> | null>;
}

/**
 * Calls with a time-out, without redirects, to one host. The key travels as a header, never in an address,
 * so that it is in no log and in no error.
 */
export function createPolygonClient(options: PolygonClientOptions): PolygonClient {
  const base = new URL(options.restUrl ?? POLYGON_ORIGIN);
  const { origin } = base;
  if (base.protocol !== 'https:' && !['127.0.0.1', 'localhost', '[::1]'].includes(base.hostname)) {
    throw new TypeError('market data: the key travels over https only');
  }
  const timeout = options.timeout ?? 10_000;
  const maxBytes = options.maxBytes ?? 32 * 1024 * 1024;

  /** One answer with its whole body; null for 404. */
  const send = async (url: URL, most: number): Promise<{ type: string; bytes: Uint8Array } | null> => {
    const what = url.pathname;
    let response: Response;
    let bytes: Uint8Array;
    try {
      response = await fetch(url, {
        headers: { authorization: `Bearer ${options.apiKey}` },
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      });
      bytes = await readBytes(response, most);
    } catch (error) {
      if (error instanceof MarketProviderError) throw error;
      throw new MarketProviderError('unavailable', `market data: ${what} did not answer`);
    }
    if (response.status === 404) return null;
    if (response.status === 401 || response.status === 403) {
      throw new MarketProviderError('refused', `market data: ${what} was refused with ${response.status}`);
    }
    if (response.status === 429) {
      const retryAfter = readRetryAfter(response.headers.get('retry-after'));
      throw new MarketProviderError('rate-limited', `market data: ${what} was called too often`, retryAfter);
    }
    if (response.status !== 200) {
      throw new MarketProviderError('unavailable', `market data: ${what} answered ${response.status}`);
    }
    return { type: response.headers.get('content-type') ?? '', bytes };
  };

  const call = async <S extends v.GenericSchema<unknown, unknown>>(
    url: URL,
    schema: S,
  ): Promise<v.InferOutput<S> | null> => {
    const answer = await send(url, maxBytes);
    if (answer === null) return null;
    const read = v.safeParse(schema, parseJson(new TextDecoder().decode(answer.bytes)));
    if (!read.success) {
      throw new MarketProviderError(
        'malformed',
        `market data: ${url.pathname} answered something else than documented`,
      );
    }
    return read.output;
  };

  /** An address of an answer, when it is on the provider's own host. */
  const own = (address: string): URL | null => {
    const url = URL.parse(address);
    if (url === null || url.origin !== origin) return null;
    url.searchParams.delete('apiKey');
    return url;
  };

  return {
    get(segments, query, schema) {
      const path = segments.map((segment) => {
        // encodeURIComponent leaves dots alone, and a URL takes '..' as a step up.
        if (segment === '' || /^\.+$/.test(segment)) throw new TypeError(`market data: bad path ${segment}`);
        return encodeURIComponent(segment);
      });
      const url = new URL(`/${path.join('/')}`, origin);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return call(url, schema);
    },
    async next(address, schema) {
      const url = own(address);
      if (url === null) {
        throw new MarketProviderError('malformed', 'market data: the next page is on another host');
      }
      return call(url, schema);
    },
    async picture(address) {
      const url = own(address);
      const answer = url === null ? null : await send(url, PICTURE_BYTES);
      const type = PICTURES.find((known) => answer?.type.startsWith(known));
      return answer === null || type === undefined ? null : { type, bytes: answer.bytes };
    },
  };
}

function readRetryAfter(header: string | null): number | null {
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(3_600, Math.ceil(seconds)) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readBytes(response: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (response.body !== null) {
    for await (const chunk of response.body) {
      length += chunk.byteLength;
      if (length > most) throw new MarketProviderError('malformed', 'market data: the answer is too large');
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks);
}
