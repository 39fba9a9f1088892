import type { Schema } from '@openbell/core/contract';
import { readProviderJson, readProviderOrigin, requestProvider } from '../../provider-request.ts';
import { MarketProviderError, type TickerLogo } from '../market.types.ts';

const SUBJECT = 'market data';

const PICTURES = ['image/svg+xml', 'image/png', 'image/jpeg'] as const;
const PICTURE_BYTES = 512 * 1024;

export interface PolygonClientOptions {
  readonly apiKey: string;
  /** For example `https://api.polygon.io`. The key is sent to this origin only. */
  readonly restUrl: string;
  /** Milliseconds for one call, including the body. Default 10,000. */
  readonly timeout?: number;
  /** Size limit of a response in bytes. Default 32 MiB. */
  readonly maxBytes?: number;
}

export interface PolygonClient {
  /** Makes a call with encoded path segments. Returns null for 404. Throws {@link MarketProviderError}. */
  get<T>(
    segments: readonly string[],
    query: Readonly<Record<string, string>>,
    schema: Schema<T>,
  ): Promise<T | null>;
  /** Reads a picture by a URL from a response. Null if it is missing, no picture, or at another origin. */
  picture(url: string): Promise<TickerLogo | null>;
  /** Reads the next page by a URL from a response. Throws if it is at another origin. */
  next<T>(url: string, schema: Schema<T>): Promise<T | null>;
}

/** Calls one origin, with a timeout and without redirects. The key is sent as a header, so no log or error contains it. */
export function createPolygonClient(options: PolygonClientOptions): PolygonClient {
  const origin = readProviderOrigin(options.restUrl, SUBJECT);
  const request = {
    subject: SUBJECT,
    headers: { authorization: `Bearer ${options.apiKey}` },
    timeout: options.timeout ?? 10_000,
    maxBytes: options.maxBytes ?? 32 * 1024 * 1024,
  };

  const call = async <T>(url: URL, schema: Schema<T>): Promise<T | null> => {
    const response = await requestProvider(url, request);
    return response === null ? null : readProviderJson(response, schema, `${SUBJECT}: ${url.pathname}`);
  };

  /** Returns a URL of a response if it is at the provider's origin. */
  const parseOwn = (text: string): URL | null => {
    const url = URL.parse(text);
    if (url === null || url.origin !== origin) return null;
    url.searchParams.delete('apiKey');
    return url;
  };

  return {
    get(segments, query, schema) {
      const path = segments.map((segment) => {
        // encodeURIComponent does not encode dots, and '..' in a URL is the parent folder.
        if (segment === '' || /^\.+$/.test(segment)) throw new TypeError(`market data: bad path ${segment}`);
        return encodeURIComponent(segment);
      });
      const url = new URL(`/${path.join('/')}`, origin);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return call(url, schema);
    },
    async next(nextUrl, schema) {
      const url = parseOwn(nextUrl);
      if (url === null)
        throw new MarketProviderError('malformed', 'market data: the next page is on another host');
      return call(url, schema);
    },
    async picture(pictureUrl) {
      const url = parseOwn(pictureUrl);
      const response = url && (await requestProvider(url, { ...request, maxBytes: PICTURE_BYTES }));
      const type = PICTURES.find((known) => response?.type.startsWith(known));
      return response === null || type === undefined ? null : { type, bytes: response.bytes };
    },
  };
}
