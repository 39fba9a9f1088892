import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
import { readRange } from '../files/byte-range.ts';
import { acceptsEncoding } from '../request/accept-encoding.ts';
import { isSiteRoute } from './site-routes.ts';

const isText = /^(?:text\/|application\/(?:json|manifest|xml)|image\/svg)/;
/** The service worker of the app (examples/web/public/sw.js), which fetches files of the site. */
const workerPath = '/sw.js';
const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";
const isMedia = /^(?:video|audio)\//;
/** Bytes. */
const compressFrom = 1_024;
const year = 31_536_000;
/** Brotli quality of pages, which should fit into the first round trip of a connection. It takes 40 ms longer than 10. */
const pageQuality = 11;
const quality = 10;

type Encoding = 'br' | 'gzip';
type Compressible = Pick<StaticFile, 'bytes' | 'inline'>;
const compressors: Record<Encoding, (file: Compressible) => Promise<Buffer<ArrayBuffer>>> = {
  br: ({ bytes, inline }) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: inline === null ? quality : pageQuality },
    }),
  gzip: ({ bytes }) => promisify(gzip)(bytes),
};

/** `'sha256-…'` of the inline scripts and stylesheets of a page. */
export interface InlineHashes {
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
}

interface StaticFile {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
  /** Null if the file is no page. */
  readonly inline: InlineHashes | null;
  /** Filled on first use. */
  readonly encoded: Map<Encoding, Promise<Buffer<ArrayBuffer>>>;
}

interface SiteRequest {
  readonly pathname: string;
  readonly search?: string;
  readonly headers: Headers;
  /** Returns the Content-Security-Policy of a page. */
  readonly policyOf?: (inline: InlineHashes) => string;
}

/** Serves the built web app by the rules of a static host. */
export interface StaticSite {
  /** Responds to a GET, with the 404 page for unknown paths. Path and query are encoded. */
  respond(request: SiteRequest): Promise<Response>;
}

/**
 * Reads the built app into memory. Returns null if it has not been built. `origin` replaces the placeholder of the site's
 * origin (examples/web/head.ts).
 */
export async function openStaticSite(dist: string, origin?: string): Promise<StaticSite | null> {
  const files = new Map<string, StaticFile>();
  let names: string[];
  try {
    const entries = await readdir(dist, { recursive: true, withFileTypes: true });
    names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return null;
  }
  for (const name of names) {
    const path = `/${relative(dist, name).split(sep).join('/')}`;
    const type = typeOf(name);
    const bytes = withOrigin(await readFile(name), type, origin);
    files.set(path, {
      bytes,
      type,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
      cacheControl: cacheControlOf(path),
      inline: type.startsWith('text/html') ? inlineHashesOf(bytes.toString()) : null,
      encoded: new Map(),
    });
  }
  if (!files.has('/index.html') && !files.has('/app.html')) return null;

  const find = (pathname: string): { file: StaticFile | undefined; status: 200 | 404 } => {
    const path = decodePath(pathname);
    if (path !== null) {
      const bare = path === '/' ? '' : path.replace(/\/$/, '');
      const file = files.get(path) ?? files.get(`${bare}/index.html`);
      if (file !== undefined) return { file, status: 200 };
      if (isSiteRoute(bare)) return { file: files.get('/app.html') ?? files.get('/index.html'), status: 200 };
    }
    return { file: files.get('/404.html') ?? files.get('/app.html'), status: 404 };
  };

  return {
    respond: async ({ pathname, search = '', headers: requestHeaders, policyOf }) => {
      const { file, status } = find(pathname);
      if (file === undefined) return new Response('Not found', { status: 404 });
      const headers = new Headers({
        'content-type': file.type,
        'cache-control': status === 404 ? 'no-cache' : file.cacheControl,
        etag: file.etag,
        vary: 'Accept-Encoding',
        // Only the hashes of this page: those of all pages would add almost a kilobyte.
        ...(file.inline !== null && policyOf !== undefined
          ? { 'content-security-policy': policyOf(file.inline) }
          : {}),
        ...(pathname === workerPath ? { 'content-security-policy': workerPolicy } : {}),
        // The URL may contain an alert's code, so it is neither indexed nor sent as a referrer.
        ...(/^\/alerts\/?$/.test(pathname) ? { 'referrer-policy': 'no-referrer' } : {}),
        ...(/^\/alerts\/?$/.test(pathname) && search !== '' ? { 'x-robots-tag': 'noindex' } : {}),
      });
      if (
        status === 200 &&
        requestHeaders
          .get('if-none-match')
          ?.split(',')
          .some((etag) => etag.trim() === file.etag)
      ) {
        return new Response(null, { status: 304, headers });
      }
      if (status === 200 && isMedia.test(file.type)) return respondWithMedia(file, headers, requestHeaders);
      const encoding = encodingFor(file, requestHeaders.get('accept-encoding'));
      const bytes = encoding === null ? file.bytes : await encode(file, encoding);
      if (encoding !== null) headers.set('content-encoding', encoding);
      headers.set('content-length', String(bytes.length));
      return new Response(bytes, { status, headers });
    },
  };
}

/** Responds with a video or the requested range of it, which Safari requires to play one. */
function respondWithMedia({ bytes, etag }: StaticFile, headers: Headers, requestHeaders: Headers): Response {
  headers.set('accept-ranges', 'bytes');
  const isCurrent = (requestHeaders.get('if-range') ?? etag) === etag;
  const range = isCurrent ? readRange(requestHeaders.get('range'), bytes.length) : null;
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${bytes.length}`);
    return new Response(null, { status: 416, headers });
  }
  const sent = range === null ? bytes : bytes.subarray(range.start, range.end + 1);
  headers.set('content-length', String(sent.length));
  if (range !== null) headers.set('content-range', `bytes ${range.start}-${range.end}/${bytes.length}`);
  return new Response(sent, { status: range === null ? 200 : 206, headers });
}

/** The build's placeholder for the site's origin. */
const originPlaceholder = 'https://site-origin.invalid';

function typeOf(name: string): string {
  const type = getMimeType(name.toLowerCase()) ?? 'application/octet-stream';
  return isText.test(type) && !type.includes('charset') ? `${type}; charset=utf-8` : type;
}

function withOrigin(
  bytes: Buffer<ArrayBuffer>,
  type: string,
  origin: string | undefined,
): Buffer<ArrayBuffer> {
  if (origin === undefined || !/^(?:text\/(?:html|plain)|application\/xml)/.test(type)) return bytes;
  return Buffer.from(bytes.toString().replaceAll(originPlaceholder, origin));
}

function decodePath(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname);
    return path.includes('\u0000') ? null : path;
  } catch {
    return null;
  }
}

function cacheControlOf(path: string): string {
  // Names below /assets/ contain a content hash.
  if (/^\/assets\/.+-[\w-]{8,}\.\w+$/.test(path)) return `public, max-age=${year}, immutable`;
  if (path.endsWith('.html') || path.endsWith('.json') || path === workerPath) return 'no-cache';
  return 'public, max-age=3600';
}

function encodingFor(file: StaticFile, accepted: string | null): Encoding | null {
  if (file.bytes.length < compressFrom || !isText.test(file.type)) return null;
  return acceptsEncoding(accepted, 'br') ? 'br' : acceptsEncoding(accepted, 'gzip') ? 'gzip' : null;
}

function encode(file: StaticFile, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  let bytes = file.encoded.get(encoding);
  if (bytes === undefined) {
    bytes = compressors[encoding](file);
    file.encoded.set(encoding, bytes);
  }
  return bytes;
}

/** Matches inline scripts, except JSON-LD, which does not run. */
const inlineScript = /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/gi;
const inlineStyle = /<style[^>]*>([\s\S]*?)<\/style>/gi;

function inlineHashesOf(html: string): InlineHashes {
  return { scriptHashes: hashesOf(inlineScript, html), styleHashes: hashesOf(inlineStyle, html) };
}

function hashesOf(pattern: RegExp, html: string): string[] {
  return [...html.matchAll(pattern)]
    .map(([, text = '']) => text)
    .filter((text) => text !== '')
    .map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`);
}
