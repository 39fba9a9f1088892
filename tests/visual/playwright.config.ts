import { defineConfig } from '@playwright/test';
import all from '../../playwright.config.ts';
import { browserArgs, wholeBrowser } from '../web/browsers.ts';

/** The same page is the same pixels, on any machine, whatever else it does meanwhile. */
const alwaysAlike = [
  // Letters: smoothed in greys, unhinted, placed on whole pixels.
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--disable-font-subpixel-positioning',
  // Colours and sums: neither the screen's profile nor what the processor is good at.
  '--force-color-profile=srgb',
  '--disable-skia-runtime-opts',
  // A frame is drawn whole, after everything in it, and not from what an earlier one has left.
  '--disable-partial-raster',
  '--disable-checker-imaging',
  '--disable-threaded-animation',
  '--disable-image-animation-resync',
  '--run-all-compositor-stages-before-draw',
  '--disable-new-content-rendering-timeout',
];

// The pictures alone: `npm run visual`. The sizes and themes are the tests' own.
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/visual-run',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list']],
  // The shell of it smooths letters in a way of its own.
  use: {
    ...all.use,
    launchOptions: { executablePath: wholeBrowser, args: [...browserArgs, ...alwaysAlike] },
  },
});
