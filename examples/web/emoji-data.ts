// Vite plugin: serves the emoji of the npm package `emojibase-data` at /emoji, with the fields that `createEmoji` reads.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const { resolve } = createRequire(import.meta.url);
const files: Readonly<Record<string, string>> = {
  'en/data.json': resolve('emojibase-data/en/data.json'),
  'en/messages.json': resolve('emojibase-data/en/messages.json'),
  'en/shortcodes/github.json': resolve('emojibase-data/en/shortcodes/github.json'),
};
interface Skin {
  readonly emoji: string;
  readonly tone: number | readonly number[];
}

const unread = new Set(['text', 'type', 'subgroup', 'emoticon', 'gender']);

function contentOf(path: string): string {
  const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return JSON.stringify(content, (name, value) => {
    if (name === 'skins') return value.map(({ emoji, tone }: Skin) => ({ emoji, tone }));
    return unread.has(name) ? undefined : value;
  });
}

export const emojiData: Plugin = {
  name: 'openbell-emoji',
  generateBundle() {
    // The prerender needs no copy.
    if (this.environment.name !== 'client') return;
    for (const [name, path] of Object.entries(files))
      this.emitFile({ type: 'asset', fileName: `emoji/${name}`, source: contentOf(path) });
  },
  configureServer({ middlewares }) {
    middlewares.use('/emoji', (request, response, next) => {
      const path = files[request.url?.slice(1) ?? ''];
      if (path === undefined) return next();
      response.setHeader('content-type', 'application/json').end(contentOf(path));
    });
  },
};
