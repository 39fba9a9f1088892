// What a browser bench needs: pages built as a site's build would, served on this machine, opened in Chromium.

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

/** Pages of one bench: a folder beside this file, whose `index.html` reads its contender from `?contender=`. */
export interface BenchPages {
  /** Opens a page of its own, in a browser window of its own; the caller closes it. */
  open(contender: string, size?: { readonly width: number; readonly height: number }): Promise<Page>;
}

/** A page that fails is closed under whoever measures it: a contender that fell over must not look quick. */
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
      // One React for all, or hooks of the one would run in the other.
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
        // Isolated pages have the finest clock that Chromium gives (5 µs instead of 100).
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

/** One browser for each set of switches. */
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

/** Lets a page draw its next frame as soon as the last one is done: a frame's time is then the time that it takes. */
export const uncappedFrames: readonly string[] = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

/**
 * Builds a bench's pages and serves them, for a browser with further command-line switches where a bench needs them.
 * `closeBrowser` at the end of the run closes what this opened.
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
