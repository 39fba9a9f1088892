// Run `npm start` in one terminal and `npx vite examples/embed` in another, then open /vanilla/billing.html.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { defaultClientConditions, defineConfig, type UserConfig } from 'vite';

const api = process.env.OPENBELL_API ?? 'http://127.0.0.1:4000';

const config: UserConfig = defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['@openbell/source', ...defaultClientConditions] },
  build: {
    rolldownOptions: { input: globSync(join(import.meta.dirname, '*/*.html')) },
  },
  server: { proxy: { '/api': { target: api, ws: true }, '/media': api, '/dev': api } },
});
export default config;
