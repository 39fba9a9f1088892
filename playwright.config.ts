import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import type { AppearanceOptions } from './tests/web/app-test.ts';
import { browser, browserArgs } from './tests/web/browsers.ts';

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/**
 * The step that runs: `web` (`npm test`) runs the tests tagged @smoke, once; `web-account`, `web-chat` and `web-failures`
 * the other tests of a folder, `web-other` those of no such folder; `web-long` those tagged @long; `web-appearance` those
 * tagged @phone-long or @everywhere, in their other appearances. Without a step, all that are not @long.
 */
const step = process.env.TEST_STEP ?? '';
const long = step === 'web-long';
const appearances = step === 'web-appearance';
/** Folders with a step of their own. */
const folders = ['account', 'chat', 'failures'];
const folder = folders.find((name) => step === `web-${name}`);
const tests = join(import.meta.dirname, 'tests/web');
/** Loading every other file as well would take seconds, in each worker too. */
const smokeFiles = () =>
  globSync('**/*.spec.ts', { cwd: tests })
    .map((name) => join(tests, name))
    .filter((file) => readFileSync(file, 'utf8').includes("'@smoke'"));

const otherAppearances: PlaywrightTestConfig<AppearanceOptions>['projects'] = [
  { name: 'desktop-dark', grep: /@everywhere/, use: { viewport: desktop, appTheme: 'dark' } },
  {
    name: 'phone-light',
    grep: /@everywhere/,
    use: { viewport: phone, hasTouch: true, isMobile: true, appTheme: 'light' },
  },
];

// End-to-end tests in Chromium with the real server, at two sizes and in two themes.
export default defineConfig<AppearanceOptions>({
  testDir: 'tests/web',
  testMatch: step === 'web' ? smokeFiles() : `**/tests/web/${folder ?? '**'}/**/*.spec.ts`,
  testIgnore: step === 'web-other' ? folders.map((name) => `**/tests/web/${name}/**`) : [],
  globalSetup: './tests/web/global-setup.ts',
  outputDir: 'test-results/web',
  // On two cores: each browser waits a third of the time, for its server or its timers.
  workers: 3,
  // The tests tagged @smoke or @long do not depend on each other; some files of the others do their steps in order.
  fullyParallel: step === 'web' || long,
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
    // Smooth scrolling on a busy machine would move a target between locating and clicking it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: browser, args: [...browserArgs] },
  },
  // Each test runs once on a desktop; tests tagged @phone also on a phone. `web-appearance` adds the phone for @phone-long
  // (tests that do the same on a phone), and the three other appearances for @everywhere.
  projects: [
    {
      name: 'desktop-light',
      grep: long ? /@long/ : step === 'web' ? /@smoke/ : /./,
      grepInvert: appearances ? /./ : long ? [] : step === 'web' || step === '' ? /@long/ : /@long|@smoke/,
      use: { viewport: desktop, appTheme: 'light' },
    },
    {
      name: 'phone-dark',
      grep: appearances ? /@phone-long|@everywhere/ : /@phone(?!-)/,
      grepInvert: step === 'web' || long ? /./ : /@long/,
      use: { viewport: phone, hasTouch: true, isMobile: true, appTheme: 'dark' },
    },
    ...(appearances ? otherAppearances : []),
  ],
});
