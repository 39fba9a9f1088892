import { type DeviceSession, isServerId } from '../contract/index.ts';
import { formatInstant } from '../shared/dates.ts';
import { parseInstant } from '../shared/instants.ts';
import type { DeviceGroup, DeviceName } from './devices.types.ts';

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

/** The product of a user agent that is no browser's, such as `curl/8.5` or `node`. */
const program = /^(?!Mozilla\b)[A-Za-z][\w.-]{0,39}(?=[/ ]|$)/;

/** Parses a `User-Agent` for display, so that members recognize their devices. */
export function describeDevice(userAgent: string): DeviceName {
  const nameIn = (list: typeof browsers): string | null =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  const browser = nameIn(browsers) ?? program.exec(userAgent)?.[0] ?? null;
  return { browser, system: nameIn(systems) };
}

/** Groups sessions of the same browser and system, in the given order. The current session is a group of its own. */
export function groupDevices(devices: readonly DeviceSession[]): readonly DeviceGroup[] {
  const groups = new Map<string, DeviceSession[]>();
  for (const device of devices) {
    const { browser, system } = describeDevice(device.user_agent);
    // A session without an id cannot be ended: a group of such has no button.
    const key = JSON.stringify([device.current, browser, system, isServerId(device.id)]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [device]);
    else group.push(device);
  }
  return [...groups].map(([key, members]) => ({
    key,
    devices: members as [DeviceSession, ...DeviceSession[]],
  }));
}

/** Sorts devices: the current one first, then by last use, then by sign-in. */
export function sortDevices(devices: readonly DeviceSession[]): readonly DeviceSession[] {
  const lastUse = (device: DeviceSession): number => parseInstant(device.last_used_at) ?? 0;
  return [...devices].sort(
    (a, b) => Number(b.current) - Number(a.current) || lastUse(b) - lastUse(a) || b.id - a.id,
  );
}

/** Formats a device's time in the viewer's zone, like the chat list; empty for a missing one. */
export function formatDeviceTime(instant: string | null): string {
  return formatInstant(instant, 'DD MMM YYYY hh:mm a');
}
