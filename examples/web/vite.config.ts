import react from '@vitejs/plugin-react';
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';
import { pureSchemas } from '../../packages/pure-schemas.ts';
import { chunkGroups } from './chunk-groups.ts';
import { emojiData } from './emoji-data.ts';

// Resolves the packages to their sources.
const source = '@openbell/source';
const api = process.env.OPENBELL_API ?? 'http://127.0.0.1:4000';
// The development server serves the gallery as a page, with hot reload.
const proxied = ['/api', '/options', '^/dev/(?!gallery)', '/config.json'];

export default defineConfig({
  plugins: [react(), pureSchemas, emojiData],
  resolve: { conditions: [source, ...defaultClientConditions] },
  ssr: {
    // Bundles dependencies too in the prerender, so that each package is loaded once.
    noExternal: true,
    resolve: { conditions: [source, ...defaultServerConditions] },
  },
  build: {
    target: 'es2022',
    sourcemap: true,
    // No inlined data: URLs: the content security policy of the reference server does not allow them for fonts.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: api, changeOrigin: false, ws: true }])),
  },
});
