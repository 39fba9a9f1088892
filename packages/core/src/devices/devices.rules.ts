import type { DeviceSession } from '../contract/index.ts';
import { formatInstant } from '../shared/dates.ts';
import type { DeviceName } from './devices.types.ts';

/** The first that fits counts: most browsers name others as well, the one that they are comes before those. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** What a `User-Agent` says about the device; for people to recognise their own, not to decide anything by. */
export function describeDevice(userAgent: string): DeviceName {
  const nameIn = (list: typeof browsers): string | null =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  return { browser: nameIn(browsers), system: nameIn(systems) };
}

/** The one in use first, then the one used last; of the same moment the newer sign-in. */
export function sortDevices(devices: readonly DeviceSession[]): readonly DeviceSession[] {
  const lastUse = (device: DeviceSession): number => Date.parse(device.last_used_at) || 0;
  return [...devices].sort(
    (a, b) => Number(b.current) - Number(a.current) || lastUse(b) - lastUse(a) || b.id - a.id,
  );
}

/** When a device was signed in or used last, in the viewer's zone (the chat list's format). */
export function formatDeviceTime(instant: string): string {
  return formatInstant(instant, 'DD MMM YYYY hh:mm a');
}
