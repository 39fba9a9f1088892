import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptsEncoding } from './accept-encoding.ts';
import { isSiteRoute } from './site-routes.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wasm': 'application/wasm',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
};
const compressible = /^(?:text\/|application\/(?:json|manifest|xml)|image\/svg)/;
const smallest = 1_024;
const year = 31_536_000;
/** Brotli quality; from 10 on, a page fits into the first round trip of a connection. */
const quality = 10;

type Encoding = 'br' | 'gzip';
const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** `'sha256-…'` of the inline scripts and stylesheets of a page. */
export interface InlineHashes {
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
}

interface StaticFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
  /** Null when it is no page. */
  readonly inline: InlineHashes | null;
  /** Filled on first use. */
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

interface Asked {
  readonly pathname: string;
  readonly search?: string;
  readonly headers: Headers;
  /** Returns the Content-Security-Policy of a page. */
  readonly policyOf?: (inline: InlineHashes) => string;
}

/** Serves the built web app by the rules of a static host. */
export interface StaticSite {
  /** Responds to a GET, also with the 404 page. Path and query are still encoded. */
  answer(asked: Asked): Promise<Response>;
}

/**
 * Reads the built app into memory; null when it has not been built. `origin` replaces the placeholder of the site's origin
 * (examples/web/head.ts).
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
    const type = types[extname(name).toLowerCase()] ?? 'application/octet-stream';
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
    answer: async ({ pathname, search = '', headers: requestHeaders, policyOf }) => {
      const { file, status } = find(pathname);
      if (file === undefined) return new Response('Not found', { status: 404 });
      const headers = new Headers({
        'content-type': file.type,
        'cache-control': status === 404 ? 'no-cache' : file.cacheControl,
        etag: file.etag,
        vary: 'Accept-Encoding',
        // Only the hashes of this page: those of all pages take most of a kilobyte.
        ...(file.inline !== null && policyOf !== undefined
          ? { 'content-security-policy': policyOf(file.inline) }
          : {}),
        // The address may contain an alert's code, so it is neither indexed nor sent as a referrer.
        ...(/^\/alerts\/?$/.test(pathname) ? { 'referrer-policy': 'no-referrer' } : {}),
        ...(/^\/alerts\/?$/.test(pathname) && search !== '' ? { 'x-robots-tag': 'noindex' } : {}),
      });
      if (
        status === 200 &&
        requestHeaders
          .get('if-none-match')
          ?.split(/\s*,\s*/)
          .includes(file.etag)
      ) {
        return new Response(null, { status: 304, headers });
      }
      const encoding = encodingFor(file, requestHeaders.get('accept-encoding'));
      const bytes = encoding === null ? file.bytes : await encode(file, encoding);
      if (encoding !== null) headers.set('content-encoding', encoding);
      headers.set('content-length', String(bytes.length));
      return new Response(new Uint8Array(bytes), { status, headers });
    },
  };
}

/** The build's placeholder for the site's origin. */
const originPlace = 'https://site-origin.invalid';

function withOrigin(bytes: Buffer, type: string, origin: string | undefined): Buffer {
  if (origin === undefined || !/^(?:text\/(?:html|plain)|application\/xml)/.test(type)) return bytes;
  return Buffer.from(bytes.toString().replaceAll(originPlace, origin));
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
  if (path.endsWith('.html') || path.endsWith('.json')) return 'no-cache';
  return 'public, max-age=3600';
}

function encodingFor(file: StaticFile, accepted: string | null): Encoding | null {
  if (file.bytes.length < smallest || !compressible.test(file.type)) return null;
  return acceptsEncoding(accepted, 'br') ? 'br' : acceptsEncoding(accepted, 'gzip') ? 'gzip' : null;
}

function encode(file: StaticFile, encoding: Encoding): Promise<Buffer> {
  let bytes = file.encoded.get(encoding);
  if (bytes === undefined) {
    bytes = compressors[encoding](file.bytes);
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
