import { defineConfig } from '@playwright/test';
import all from '../../playwright.config.ts';

// The pictures alone: `npm run visual`. The sizes and themes are the tests' own.
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/visual-run',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list']],
  use: all.use ?? {},
});
