// The built pages of examples/embed.
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PreviewServer, ProxyOptions } from 'vite';

const root = join(import.meta.dirname, '../../examples/embed');

export interface EmbedSite {
  /** Serves the pages on an address of their own, and passes calls on to a backend. Returns the address. */
  serve(proxy: Record<string, string | ProxyOptions>): Promise<string>;
  close(): Promise<void>;
}

/** @param pages The pages to build, as a pattern. */
export async function buildEmbedSite(pages = '*/*.html'): Promise<EmbedSite> {
  // Loaded here, because Playwright loads each test file in several processes.
  const { build, preview } = await import('vite');
  const { default: config } = await import('../../examples/embed/vite.config.ts');
  const outDir = mkdtempSync(join(tmpdir(), 'openbell-embed-'));
  const rolldownOptions = { input: globSync(join(root, pages)) };
  const built = { ...config, configFile: false as const, logLevel: 'error' as const };
  await build({ ...built, build: { outDir, emptyOutDir: true, rolldownOptions } });
  const servers: PreviewServer[] = [];
  return {
    async serve(proxy) {
      const server = await preview({
        ...built,
        build: { outDir },
        preview: { port: 0, host: '127.0.0.1', proxy },
      });
      servers.push(server);
      return `http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}`;
    },
    async close() {
      for (const server of servers) await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
