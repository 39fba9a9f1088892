import type * as v from 'valibot';
import { readProviderJson, readProviderOrigin, requestProvider } from '../../provider-request.ts';
import { MarketProviderError, type TickerLogo } from '../market.types.ts';

/** Where the provider's REST API is. Each client talks to one host only: a key must never travel to another. */
const POLYGON_ORIGIN = 'https://api.polygon.io';
const SUBJECT = 'market data';

const PICTURES = ['image/svg+xml', 'image/png', 'image/jpeg'] as const;
const PICTURE_BYTES = 512 * 1024;

export interface PolygonClientOptions {
  readonly apiKey: string;
  /** Another address of the same API (its newer name, or a local server). Default `https://api.polygon.io`. */
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
  const origin = readProviderOrigin(options.restUrl ?? POLYGON_ORIGIN, SUBJECT);
  const request = {
    subject: SUBJECT,
    headers: { authorization: `Bearer ${options.apiKey}` },
    timeout: options.timeout ?? 10_000,
    maxBytes: options.maxBytes ?? 32 * 1024 * 1024,
  };

  const call = async <S extends v.GenericSchema<unknown, unknown>>(
    url: URL,
    schema: S,
  ): Promise<v.InferOutput<S> | null> => {
    const answer = await requestProvider(url, request);
    return answer === null ? null : readProviderJson(answer, schema, `${SUBJECT}: ${url.pathname}`);
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
      const answer =
        url === null ? null : await requestProvider(url, { ...request, maxBytes: PICTURE_BYTES });
      const type = PICTURES.find((known) => answer?.type.startsWith(known));
      return answer === null || type === undefined ? null : { type, bytes: answer.bytes };
    },
  };
}
