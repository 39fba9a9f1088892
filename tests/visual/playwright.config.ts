import { defineConfig } from '@playwright/test';
import all from '../../playwright.config.ts';
import { browserArgs, wholeBrowser } from '../web/browsers.ts';

/** Flags that make rendering identical on all machines. */
const alwaysAlike = [
  // Text: grayscale antialiasing, no hinting, whole-pixel positions.
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--disable-font-subpixel-positioning',
  // Colors: independent of the display's profile and the CPU's features.
  '--force-color-profile=srgb',
  '--disable-skia-runtime-opts',
  // Frames are painted completely, without reuse of earlier ones.
  '--disable-partial-raster',
  '--disable-checker-imaging',
  '--disable-threaded-animation',
  '--disable-image-animation-resync',
  '--run-all-compositor-stages-before-draw',
  '--disable-new-content-rendering-timeout',
];

// The configuration of `npm run visual`. The tests set sizes and themes.
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/visual-run',
  timeout: 180_000,
  expect: { timeout: 20_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list']],
  // The headless shell antialiases text differently.
  use: {
    ...all.use,
    launchOptions: { executablePath: wholeBrowser, args: [...browserArgs, ...alwaysAlike] },
  },
});
