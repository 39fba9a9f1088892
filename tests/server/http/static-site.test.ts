import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { sharedServer } from '../../support/test-server.ts';

const script = "document.documentElement.dataset.theme = 'dark'";
const style = 'body{margin:0}';
const termsStyle = 'p{margin:1em}';
const bundle = `console.log(${JSON.stringify('x'.repeat(4_000))})`;
const files: Readonly<Record<string, string>> = {
  'index.html': `<!doctype html><title>Landing</title><link rel="canonical" href="https://site-origin.invalid/" /><style>${style}</style><script type="application/ld+json">{"url":"https://site-origin.invalid/"}</script><script>${script}</script><script src="/assets/app-1a2b3c4d.js"></script>`,
  'app.html': '<!doctype html><title>Shell</title>',
  '404.html': '<!doctype html><title>Page Not Found</title>',
  'terms/index.html': `<!doctype html><title>Terms</title><style>${style}</style><style>${termsStyle}</style>`,
  'robots.txt': 'Sitemap: https://site-origin.invalid/sitemap.xml',
  'assets/app-1a2b3c4d.js': bundle,
  'films/dana-r.webm': '0123456789',
  'sw.js': 'self.addEventListener("fetch", () => {})',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

const parent = temporaryFolder({
  ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`site/${name}`, text])),
  'openbell-secret.txt': 'secret',
});
const folder = join(parent, 'site');
const server = sharedServer({ webFolder: folder });

test('serves prerendered pages, the shell for other routes, and the not-found page with 404 [routes.not-found]', async () => {
  const expected: readonly [string, number, string][] = [
    ['/', 200, 'Landing'],
    ['/?utm=1', 200, 'Landing'],
    ['/terms', 200, 'Terms'],
    ['/terms/', 200, 'Terms'],
    ['/dashboard', 200, 'Shell'],
    ['/chat/5', 200, 'Shell'],
    ['/unsubscribe/7/confirm', 200, 'Shell'],
    ['/alerts?code=x', 200, 'Shell'],
    ['/login?redirect=/', 200, 'Shell'],
    ['/nothing/here', 404, 'Page Not Found'],
    ['/assets/gone-00000000.js', 404, 'Page Not Found'],
    ['/%00', 404, 'Page Not Found'],
    ['/%', 404, 'Page Not Found'],
  ];
  for (const [path, status, title] of expected) {
    const response = await server.call('GET', path);
    expect(response.status, path).toBe(status);
    expect(response.text, path).toContain(`<title>${title}</title>`);
    expect(response.headers.get('content-type'), path).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control'), path).toBe('no-cache');
  }
});

/** Sends the path unchanged; fetch would normalize it. */
function raw(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      request({ hostname, port, path, headers, method }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      })
        .on('error', reject)
        .end();
    },
  );
}

test('serves no file outside the built site', async () => {
  for (const path of [
    '/../openbell-secret.txt',
    '/..%2fopenbell-secret.txt',
    '/assets/..%2f..%2fopenbell-secret.txt',
    '//etc/passwd',
    '/%2e%2e/openbell-secret.txt',
  ]) {
    const { status, body } = await raw(path);
    expect(status, path).toBe(404);
    expect(body.toString(), path).not.toContain('secret');
  }
});

test('lets clients cache hashed assets for a year', async () => {
  const { headers } = await server.call('GET', '/assets/app-1a2b3c4d.js');
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test('lets the service worker fetch from the site, and revalidates it', async () => {
  const { headers } = await fetch(`${server.url}/sw.js`);
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  );
});

test.each(['/favicon.svg', '/terms'])(
  'returns 304 with the policy for the unchanged file %s',
  async (path) => {
    const first = await raw(path);
    expect(first.status).toBe(200);
    const again = await raw(path, { 'if-none-match': `"other" ,\t ${first.headers.etag}` });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
  },
);

test('responds with the requested range of a video, which Safari requires', async () => {
  const path = '/films/dana-r.webm';
  const whole = await raw(path);
  expect(whole.status).toBe(200);
  expect(whole.headers['content-type']).toBe('video/webm');
  expect(whole.headers['accept-ranges']).toBe('bytes');
  const part = await raw(path, { range: 'bytes=2-4' });
  expect(part.status).toBe(206);
  expect(part.body.toString()).toBe('234');
  expect(part.headers['content-range']).toBe('bytes 2-4/10');
  const changed = await raw(path, { range: 'bytes=2-4', 'if-range': '"another"' });
  expect(changed.status).toBe(200);
  expect(changed.body).toHaveLength(10);
  const beyond = await raw(path, { range: 'bytes=10-' });
  expect(beyond.status).toBe(416);
  expect(beyond.headers['content-range']).toBe('bytes */10');
});

test('compresses text files with the best accepted encoding', async () => {
  const path = '/assets/app-1a2b3c4d.js';
  const br = await raw(path, { 'accept-encoding': 'gzip, br' });
  expect(br.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(br.body).toString()).toBe(bundle);
  const gzip = await raw(path, { 'accept-encoding': 'gzip' });
  expect(gunzipSync(gzip.body).toString()).toBe(bundle);
  const plain = await raw(path, { 'accept-encoding': 'br;q=0' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body.toString()).toBe(bundle);
  for (const response of [br, gzip, plain]) expect(response.headers.vary).toContain('Accept-Encoding');
});

test('responds to HEAD like to GET, without a body', async () => {
  const head = await raw('/terms', {}, 'HEAD');
  expect(head.status).toBe(200);
  expect(head.body).toHaveLength(0);
});

test('never serves a page below /api, /dev or /media', async () => {
  for (const path of ['/api/nothing', '/dev/nothing', '/media/nothing', '/api']) {
    const response = await server.call('GET', path);
    expect(response.status, path).toBe(404);
    expect(response.headers.get('content-type'), path).toContain('application/json');
  }
});

test('keeps the URL of the alert page out of referrers and search indexes', async () => {
  const page = await server.call('GET', '/alerts?code=secret');
  expect(page.status).toBe(200);
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(page.headers.get('x-robots-tag')).toBe('noindex');
  // Without a code the URL is not secret.
  const bare = await server.call('GET', '/alerts');
  expect(bare.headers.get('x-robots-tag')).toBeNull();
  expect(bare.headers.get('referrer-policy')).toBe('no-referrer');
  expect((await server.call('GET', '/terms')).headers.get('x-robots-tag')).toBeNull();
});

test('inserts the origin of the site where the build has a placeholder [site.origin]', async () => {
  const page = await server.call('GET', '/');
  expect(page.text).toContain(`<link rel="canonical" href="${server.url}/" />`);
  expect(page.text).toContain(`{"url":"${server.url}/"}`);
  expect(page.text).not.toContain('site-origin.invalid');
  expect((await server.call('GET', '/robots.txt')).text).toBe(`Sitemap: ${server.url}/sitemap.xml`);
});

test('allows only the page’s own inline scripts and styles by hash, without data scripts', async () => {
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const sourcesOf = async (path: string, directive: string): Promise<string[] | undefined> => {
    const policy = (await raw(path)).headers['content-security-policy'] as string;
    return new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.split(' ');
  };
  expect(await sourcesOf('/', 'script-src')).toEqual(["'self'", hash(script)]);
  expect(await sourcesOf('/', 'style-src')).toEqual(["'self'", hash(style)]);
  expect(await sourcesOf('/terms', 'script-src')).toEqual(["'self'"]);
  expect(await sourcesOf('/terms', 'style-src')).toEqual(["'self'", hash(style), hash(termsStyle)]);
  expect(await sourcesOf('/dashboard', 'style-src')).toEqual(["'self'"]);
  expect((await raw('/')).headers['content-security-policy']).not.toContain('https:');
});
