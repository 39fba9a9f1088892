import { defineConfig } from '@playwright/test';
import type { AppearanceOptions } from './tests/web/app-test.ts';
import { browser, browserArgs } from './tests/web/browsers.ts';

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

// `npm test` leaves out what is marked @long; `npm run test:long` runs that alone.
const long = process.env.LONG_TESTS === '1';
const marked = (pattern: string): RegExp => new RegExp(long ? `(?=.*@long)(?=.*(?:${pattern}))` : pattern);

// Whole journeys in Chromium, against the real server, at both sizes and in both themes.
export default defineConfig<AppearanceOptions>({
  testDir: 'tests/web',
  globalSetup: './tests/web/global-setup.ts',
  outputDir: 'test-results/web',
  // Two cores: more browsers beside each other only wait for each other.
  workers: 2,
  fullyParallel: false,
  ...(long ? {} : { grepInvert: /@long/ }),
  forbidOnly: true,
  retries: 0,
  timeout: long ? 600_000 : 60_000,
  expect: { timeout: 10_000 },
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
    { name: 'desktop-light', grep: marked('.'), use: { viewport: desktop, appTheme: 'light' } },
    { name: 'desktop-dark', grep: marked('@everywhere'), use: { viewport: desktop, appTheme: 'dark' } },
    {
      name: 'phone-light',
      grep: marked('@everywhere'),
      use: { viewport: phone, hasTouch: true, isMobile: true, appTheme: 'light' },
    },
    {
      name: 'phone-dark',
      grep: marked('@everywhere|@phone'),
      use: { viewport: phone, hasTouch: true, isMobile: true, appTheme: 'dark' },
    },
  ],
});
