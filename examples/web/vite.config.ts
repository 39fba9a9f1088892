import react from '@vitejs/plugin-react';
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';
import { pureSchemas } from '../../packages/pure-schemas.ts';

// The packages run from their sources; the condition is explained in docs/architecture.md.
const source = '@openbell/source';
const api = process.env.OPENBELL_API ?? 'http://127.0.0.1:4000';
// The gallery is a page of the bundler's own here: it changes as its files do.
const proxied = ['/api', '/options', '^/dev/(?!gallery)', '/config.json'];

export default defineConfig({
  plugins: [react(), pureSchemas],
  resolve: { conditions: [source, ...defaultClientConditions] },
  ssr: {
    // The prerender bundles everything, so that packages and their sources take one road.
    noExternal: true,
    resolve: { conditions: [source, ...defaultServerConditions] },
  },
  build: {
    target: 'es2022',
    sourcemap: true,
    // Read by the prerender, and taken away again.
    manifest: true,
    // No inlined data: URLs: the content security policy of the reference server does not allow them for fonts.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: api, changeOrigin: false, ws: true }])),
  },
});
