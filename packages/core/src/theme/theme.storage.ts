import type { ThemeName } from './theme.types.ts';

/** Key and version of the persisted state, as in the specification. */
export const THEME_KEY = 'persist:root';
const VERSION = 1;

/**
 * Reads the theme from the persisted state; null when it is missing, invalid or of a newer version, which must survive a
 * rollback. The state is an object of JSON texts; `_persist` has the version.
 */
export function readTheme(text: string | null): ThemeName | null {
  const root = readRoot(text);
  if (root === null || isNewer(root)) return null;
  const theme = parse(root.theme) ?? root.theme;
  return theme === 'light' || theme === 'dark' ? theme : null;
}

/** Returns the persisted state with another theme and its other values; null when it is of a newer version. */
export function writeTheme(text: string | null, theme: ThemeName): string | null {
  const root = readRoot(text) ?? {};
  if (isNewer(root)) return null;
  const persist = JSON.stringify({ version: VERSION, rehydrated: true });
  return JSON.stringify({ ...root, theme: JSON.stringify(theme), _persist: persist });
}

function isNewer(root: Record<string, unknown>): boolean {
  const persist = parse(root._persist);
  return isObject(persist) && typeof persist.version === 'number' && persist.version > VERSION;
}

function readRoot(text: string | null): Record<string, unknown> | null {
  const root = parse(text);
  return isObject(root) ? root : null;
}

function parse(text: unknown): unknown {
  if (typeof text !== 'string') return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
