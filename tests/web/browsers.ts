// The browsers that journeys run in, as `npm test` found them (scripts/browser.mjs).

/** The whole browser: for what the shell lacks, push messages say. */
export const wholeBrowser: string = process.env.CHROME_PATH ?? '/usr/bin/chromium';

/** Chromium’s headless shell, which draws and runs the same with a third less work, where it is installed. */
export const browser: string = process.env.HEADLESS_SHELL_PATH || wholeBrowser;

export const browserArgs: readonly string[] = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // There is no graphics card to wait for: a process of its own for one is only work.
  '--disable-gpu',
  '--in-process-gpu',
];
