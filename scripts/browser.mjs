// Finds Chromium for the browser tests, and installs it where it is missing.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export function findBrowser() {
  return places.find((place) => place !== undefined && place !== '' && existsSync(place)) ?? null;
}

function apt(args) {
  const asRoot = process.getuid?.() === 0;
  const command = asRoot ? 'apt-get' : 'sudo';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return (
    spawnSync(command, asRoot ? args : ['-n', 'apt-get', ...args], { stdio: 'inherit', env }).status === 0
  );
}

/** Gives the path of Chromium; stops the run with what to do when there is none and none can be installed. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found !== null) return found;
  if (process.platform === 'linux' && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium from Debian’s packages (about a minute) …');
    apt(['update', '-qq']);
    apt(['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation']);
  }
  const installed = findBrowser();
  if (installed === null) {
    console.error(
      'The browser tests need Chromium. Install it, or set CHROME_PATH to where it is, and run again.',
    );
    process.exit(1);
  }
  return installed;
}
