import { defineConfig } from '@playwright/test';

const takesPictures = process.env.OPENBELL_BROWSER_PICTURES === '1';

// The main journeys in Firefox and WebKit, each on a virtual display: `npm run test:long -- journeys`. With
// `npm run browser-pictures`, the pictures of the docs.
export default defineConfig<{ engineName: 'firefox' | 'webkit' }>({
  testDir: '.',
  testMatch: takesPictures ? 'docs-pictures.ts' : '*.spec.ts',
  ...(takesPictures ? {} : { globalSetup: '../web/global-setup.ts' }),
  outputDir: '../../test-results/journeys',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // For a machine that is five times slower.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['../conformance/playwright-reporter.ts']],
  projects: [
    { name: 'firefox', use: { engineName: 'firefox' } },
    { name: 'webkit', use: { engineName: 'webkit' } },
  ],
});
