import type { DeviceSession } from '../contract/index.ts';
import { formatInstant } from '../shared/dates.ts';
import type { DeviceName } from './devices.types.ts';

/** In order of precedence, because most user agents also contain the names of other browsers. */
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

/** Parses a `User-Agent` for display, so that members recognize their devices. */
export function describeDevice(userAgent: string): DeviceName {
  const nameIn = (list: typeof browsers): string | null =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  return { browser: nameIn(browsers), system: nameIn(systems) };
}

/** Sorts devices: the current one first, then by last use, then by sign-in. */
export function sortDevices(devices: readonly DeviceSession[]): readonly DeviceSession[] {
  const lastUse = (device: DeviceSession): number => Date.parse(device.last_used_at) || 0;
  return [...devices].sort(
    (a, b) => Number(b.current) - Number(a.current) || lastUse(b) - lastUse(a) || b.id - a.id,
  );
}

/** Formats a device's time in the viewer's zone, like the chat list. */
export function formatDeviceTime(instant: string): string {
  return formatInstant(instant, 'DD MMM YYYY hh:mm a');
}
