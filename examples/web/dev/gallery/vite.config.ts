import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

// A separate bundle, so that the gallery does not change the site's chunks.
export default defineConfig({
  root: import.meta.dirname,
  base: '/dev/gallery/',
  publicDir: false,
  plugins: [react()],
  resolve: { conditions: ['@openbell/source', ...defaultClientConditions] },
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 4096 },
});
