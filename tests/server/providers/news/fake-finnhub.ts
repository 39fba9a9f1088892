// A local HTTP server that implements Finnhub's market news API: https://finnhub.io/docs/api/market-news.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveLocally } from '../../../support/serve-locally.ts';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

export interface FakeFinnhub {
  readonly url: string;
  /** Every request: path with query, and the `X-Finnhub-Token` header. */
  readonly requests: { readonly url: string; readonly token: string | undefined }[];
  /** The articles of the following responses. */
  serve(articles: readonly unknown[]): void;
  /** Overrides the following responses; null restores the default. */
  respondWith(respond: Respond | null): void;
  close(): Promise<void>;
}

export const FINNHUB_KEY = 'fh_demo_0123456789abcdef';
export const NOW = Date.parse('2026-11-20T18:00:00Z');
const nowSeconds = NOW / 1000;

/** An article with every documented field. */
export const article = (id: number, changes: Record<string, unknown> = {}) => ({
  category: 'top news',
  datetime: nowSeconds - id,
  headline: `Headline ${id}`,
  id,
  image: `https://images.example/${id}.jpg`,
  related: '',
  source: 'CNBC',
  summary: `Summary ${id}.`,
  url: `https://news.example/${id}`,
  ...changes,
});

const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
};

/** Failures as Finnhub, a proxy in front of it or a broken network produce them. */
export const failures = {
  rateLimited:
    (retryAfter?: string): Respond =>
    (_, response) => {
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
      sendJson(response, 429, { error: 'API limit reached. Please try again later. Remaining Limit: 0' });
    },
  status:
    (status: number, headers: Readonly<Record<string, string>> = {}): Respond =>
    (request, response) => {
      // An error page may echo the request.
      response.writeHead(status, headers).end(`<html>${request.headers['x-finnhub-token']}</html>`);
    },
  body:
    (text: string): Respond =>
    (_, response) =>
      void response.end(text),
  slow: (_: IncomingMessage, response: ServerResponse): void => void response.write('[{"id":1'),
  cut: (request: IncomingMessage): void => void request.socket.destroy(),
};

export async function startFakeFinnhub(): Promise<FakeFinnhub> {
  const requests: { url: string; token: string | undefined }[] = [];
  let articles: readonly unknown[] = [article(3), article(1), article(2)];
  let respond: Respond | null = null;

  const server = await serveLocally((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const token = request.headers['x-finnhub-token'];
    requests.push({ url: request.url ?? '', token: typeof token === 'string' ? token : undefined });
    if (respond !== null) return respond(request, response);
    if (token !== FINNHUB_KEY) return sendJson(response, 401, { error: 'Invalid API key' });
    if (url.pathname !== '/api/v1/news') return sendJson(response, 404, { error: 'Not found.' });
    if (url.searchParams.get('category') !== 'general') return sendJson(response, 200, []);
    sendJson(response, 200, articles);
  });
  return {
    ...server,
    requests,
    serve: (next) => {
      articles = next;
    },
    respondWith: (next) => {
      respond = next;
    },
  };
}
