import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import type { AppearanceOptions } from './tests/web/app-test.ts';
import { browser, browserArgs } from './tests/web/browsers.ts';

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/**
 * The step that runs: `web` (`npm test`) runs the tests tagged @smoke, once; `web-other` all other tests; `web-long` those
 * tagged @long, and every appearance. Without a step, all that are not @long.
 */
const step = process.env.TEST_STEP ?? '';
const long = step === 'web-long';
const without = step === 'web-other' ? /@long|@smoke/ : /@long/;

/** The tests of a pattern in another size or theme. */
const marked = (pattern: string): { grep: RegExp; grepInvert?: RegExp } =>
  long
    ? { grep: new RegExp(`(?=.*@long)(?=.*(?:${pattern}))`) }
    : { grep: new RegExp(pattern), grepInvert: /@long/ };
const appearances: PlaywrightTestConfig<AppearanceOptions>['projects'] = [
  { name: 'desktop-dark', ...marked('@everywhere'), use: { viewport: desktop, appTheme: 'dark' } },
  {
    name: 'phone-light',
    ...marked('@everywhere'),
    use: { viewport: phone, hasTouch: true, isMobile: true, appTheme: 'light' },
  },
  {
    name: 'phone-dark',
    ...marked('@everywhere|@phone'),
    use: { viewport: phone, hasTouch: true, isMobile: true, appTheme: 'dark' },
  },
];

// Whole journeys in Chromium, against the real server, at both sizes and in both themes.
export default defineConfig<AppearanceOptions>({
  testDir: 'tests/web',
  globalSetup: './tests/web/global-setup.ts',
  outputDir: 'test-results/web',
  // Two cores: more browsers beside each other only wait for each other.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // Far above what a test needs: the machine may be busy with other work.
  timeout: long ? 600_000 : 180_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['./tests/conformance/playwright-reporter.ts']],
  use: {
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Nothing slides under a click: smooth scrolling on a busy machine moves the target after it was found.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: browser, args: [...browserArgs] },
  },
  // From the first visit to a paid plan at both sizes and in both themes; the other pages on a desktop by day and on a
  // phone by night, which shows each size and each theme once; what depends on neither, once.
  projects: [
    {
      name: 'desktop-light',
      grep: long ? /@long/ : step === 'web' ? /@smoke/ : /./,
      ...(long ? {} : { grepInvert: without }),
      use: { viewport: desktop, appTheme: 'light' },
    },
    ...(step === 'web' ? [] : appearances),
  ],
});
