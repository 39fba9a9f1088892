// Builds the pages of browser benches, serves them locally and opens them in Chromium.

import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build, defaultClientConditions } from 'vite';

const here = import.meta.dirname;
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** The pages of one bench: a sibling folder whose `index.html` reads its contender from `?contender=`. */
export interface BenchPages {
  /** Opens a page in a new window. The caller closes it. */
  open(contender: string, size?: { readonly width: number; readonly height: number }): Promise<Page>;
}

/** Closes a page that throws, so that a failed contender has no figures. */
function failLoudly(page: Page): void {
  page.on('pageerror', (error) => {
    console.error(error);
    void page.close();
  });
}

async function buildPages(folder: string): Promise<string> {
  const outDir = join(here, '..', 'dist', folder);
  await build({
    root: join(here, folder),
    configFile: false,
    logLevel: 'error',
    base: './',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: {
      conditions: ['@openbell/source', ...defaultClientConditions],
      // Hooks need a single copy of React.
      dedupe: ['react', 'react-dom'],
    },
    build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 10_000 },
  });
  return outDir;
}

function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = join(folder, path === '/' ? 'index.html' : path);
    readFile(file).then(
      (body) => {
        // Isolated pages have a clock resolution of 5 µs instead of 100.
        response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
        response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
        response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

/** One browser per set of command-line switches. */
const browsers = new Map<string, Promise<Browser>>();
const servers: Server[] = [];

function browserWith(switches: readonly string[]): Promise<Browser> {
  const key = switches.join(' ');
  const opened =
    browsers.get(key) ??
    chromium.launch({
      ...(process.env.CHROME_PATH === undefined ? {} : { executablePath: process.env.CHROME_PATH }),
      args: ['--no-sandbox', '--enable-precise-memory-info', '--js-flags=--expose-gc', ...switches],
    });
  browsers.set(key, opened);
  return opened;
}

/** Removes the frame rate limit, so that the interval between frames is the duration of a frame. */
export const uncappedFrames: readonly string[] = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

/**
 * Builds and serves the pages of a bench.
 *
 * @param switches Additional command-line switches of the browser. `closeBrowser` closes it at the end of the run.
 */
export async function benchPages(folder: string, switches: readonly string[] = []): Promise<BenchPages> {
  const server = await serve(await buildPages(folder));
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  const browser = await browserWith(switches);
  return {
    async open(contender, size = { width: 1280, height: 800 }) {
      const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' });
      const page = await context.newPage();
      failLoudly(page);
      page.on('close', () => void context.close());
      await page.goto(`http://127.0.0.1:${port}/?contender=${encodeURIComponent(contender)}`);
      return page;
    },
  };
}

/** Closes the browser and the servers that the benches opened. */
export async function closeBrowser(): Promise<void> {
  for (const browser of browsers.values()) await (await browser).close();
  browsers.clear();
  for (const server of servers.splice(0)) server.close();
}
