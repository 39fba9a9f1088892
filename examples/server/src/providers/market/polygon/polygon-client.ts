import * as v from 'valibot';
import { MarketProviderError } from '../market.types.ts';

/** Where the provider's REST API is. Each client talks to one host only: a key must never travel to another. */
export const POLYGON_ORIGIN = 'https://api.polygon.io';

export interface PolygonClientOptions {
  readonly apiKey: string;
  /** Another address of the same API (its newer name, a local stand-in). Default {@link POLYGON_ORIGIN}. */
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

  const call = async <S extends v.GenericSchema<unknown, unknown>>(
    url: URL,
    schema: S,
  ): Promise<v.InferOutput<S> | null> => {
    const what = url.pathname;
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, {
        headers: { authorization: `Bearer ${options.apiKey}`, accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      });
      text = await readText(response, maxBytes);
    } catch (error) {
      if (error instanceof MarketProviderError) throw error;
      throw new MarketProviderError('unavailable', `market data: ${what} did not answer`);
    }
    if (response.status === 404) return null;
    if (response.status === 401 || response.status === 403) {
      throw new MarketProviderError('refused', `market data: ${what} was refused with ${response.status}`);
    }
    if (response.status === 429) {
      const seconds = Number(response.headers.get('retry-after'));
      throw new MarketProviderError(
        'rate-limited',
        `market data: ${what} was called too often`,
        Number.isFinite(seconds) && seconds > 0 ? Math.min(3_600, Math.ceil(seconds)) : null,
      );
    }
    if (response.status !== 200) {
      throw new MarketProviderError('unavailable', `market data: ${what} answered ${response.status}`);
    }
    const read = v.safeParse(schema, parseJson(text));
    if (!read.success) {
      throw new MarketProviderError(
        'malformed',
        `market data: ${what} answered something else than documented`,
      );
    }
    return read.output;
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
      const url = URL.parse(address);
      if (url === null || url.origin !== origin) {
        throw new MarketProviderError('malformed', 'market data: the next page is on another host');
      }
      url.searchParams.delete('apiKey');
      return call(url, schema);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  if (response.body === null) return text;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new MarketProviderError('malformed', 'market data: the answer is too large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
