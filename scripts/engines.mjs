// Installs Firefox and WebKitGTK with the tools that drive them, for the journeys of `npm run test:long`.
import { spawnSync } from 'node:child_process';
import { hasApt, tryToInstall } from './apt.mjs';

const packages = [
  'firefox-esr',
  'webkit2gtk-driver',
  // The window that the driver opens (tests/journeys/webkit-view.py).
  'gir1.2-webkit2-4.1',
  'python3-gi',
  // WebKitGTK plays and records sound by GStreamer.
  'gstreamer1.0-plugins-base',
  'gstreamer1.0-plugins-good',
  'gstreamer1.0-plugins-bad',
  'xvfb',
  'xauth',
  'xclip',
  'xdotool',
  'fonts-liberation',
];
const isMissing = (name) =>
  !/^Status: .* installed$/m.test(spawnSync('dpkg-query', ['-s', name], { encoding: 'utf8' }).stdout ?? '');

/** Returns the packages that are missing and could not be installed. */
export function ensureEngines() {
  const missing = packages.filter(isMissing);
  if (missing.length === 0 || !hasApt) return missing;
  tryToInstall(missing);
  return packages.filter(isMissing);
}
