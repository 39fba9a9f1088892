import { defineConfig } from '@playwright/test';
import all from '../../playwright.config.ts';
import { browserArgs, wholeBrowser } from '../web/browsers.ts';

// The pictures alone: `npm run visual`. The sizes and themes are the tests' own.
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/visual-run',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list']],
  // The shell of it smooths letters in a way of its own.
  use: { ...all.use, launchOptions: { executablePath: wholeBrowser, args: [...browserArgs] } },
});
