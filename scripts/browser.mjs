// Finds Chromium for the browser tests, and installs it when it is missing.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { apt, hasApt, isRoot, tryToInstall } from './apt.mjs';

const places = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const shells = [process.env.HEADLESS_SHELL_PATH, '/usr/bin/chromium-headless-shell'];
const find = (paths) => paths.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null;

export const findBrowser = () => find(places);

/** Returns the path of Chromium. Installs it when missing; exits with instructions when that fails. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found !== null) return found;
  if (hasApt) {
    console.log('Installing Chromium from Debian’s packages (about a minute) …');
    apt(['update', '-qq']);
    const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'];
    // Some distributions have no separate package of the headless shell.
    if (!apt([...install, 'chromium-headless-shell'])) apt(install);
  }
  const installed = findBrowser();
  if (installed === null) {
    console.error(
      'The browser tests require Chromium. Install it, or set CHROME_PATH to its path, and run the command again.',
    );
    process.exit(1);
  }
  return installed;
}

/**
 * Returns the path of Chromium’s headless shell; null when it cannot be installed. The end-to-end tests then use the full
 * browser, which takes 50% longer.
 */
export function ensureHeadlessShell() {
  const found = find(shells);
  if (found !== null || !hasApt || !isRoot) return found;
  // The version of the installed browser, so that a test run does not upgrade it.
  const installed = spawnSync('dpkg-query', ['-W', 'chromium'], { encoding: 'utf8' });
  const version = /\t(\S+)/.exec(installed.stdout ?? '')?.[1];
  if (version === undefined) return null;
  tryToInstall([`chromium-headless-shell=${version}`]);
  return find(shells);
}
