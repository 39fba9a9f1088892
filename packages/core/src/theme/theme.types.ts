import type { ReadableAtom } from 'nanostores';
import type { OnError, Tabs, Timers } from '../ports/index.ts';
import type { Kept } from './restore-kept.ts';

/** Light or dark; light is the default. */
export type ThemeName = 'light' | 'dark';

/** Where the theme is kept: the browser's storage, or one of the host's that answers later. */
export interface ThemeStorage {
  read(key: string): Kept;
  write(key: string, value: string): boolean | Promise<unknown>;
}

export interface ThemeOptions {
  /** The device's: it survives log-out. */
  readonly storage: ThemeStorage;
  readonly tabs: Tabs;
  /** Before the key; `openbell:` by default, empty for a site that owns its origin. */
  readonly keyPrefix?: string;
  /** Milliseconds that a storage which answers later has, before the theme begins as light: 5000. */
  readonly restoreTimeOut?: number;
  readonly scheduler?: Timers;
  readonly onError?: OnError;
}

/** The theme in use. Applying it (an attribute on the host) is the screen's part. */
export interface Theme {
  readonly $theme: ReadableAtom<ThemeName>;
  /** Reads the stored theme and follows the other tabs. Reference-counted. */
  start(): () => void;
  destroy(): void;
  /** Shows this theme and keeps the choice on the device. */
  choose(theme: ThemeName): void;
  /** Chooses the other one. */
  toggle(): void;
}
