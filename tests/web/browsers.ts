// The browsers that the tests run in, as found by `npm test` (scripts/browser.mjs).

/** The full browser, for features that the headless shell lacks, such as push messages. */
export const wholeBrowser: string = process.env.CHROME_PATH ?? '/usr/bin/chromium';

/** Chromium’s headless shell, if installed: it renders the same with a third less work. */
export const browser: string = process.env.HEADLESS_SHELL_PATH || wholeBrowser;

export const browserArgs: readonly string[] = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // There is no graphics card, so a GPU process would only add work.
  '--disable-gpu',
  '--in-process-gpu',
];
