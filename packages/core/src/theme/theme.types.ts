import type { ReadableAtom } from 'nanostores';
import type { OnError, Tabs, Timers } from '../ports/index.ts';
import type { StoredText } from './read-stored-text.ts';

/** Light or dark; light is the default. */
export type ThemeName = 'light' | 'dark';

/** The storage of the theme: the browser's, or an asynchronous one of the host. */
export interface ThemeStorage {
  read(key: string): StoredText;
  write(key: string, value: string): boolean | Promise<unknown>;
}

export interface ThemeOptions {
  /** Storage of the device, which sign-out does not clear. */
  readonly storage: ThemeStorage;
  readonly tabs: Tabs;
  /** Prefix of the key; `openbell:` by default, empty for a site that owns its origin. */
  readonly keyPrefix?: string;
  /** Timeout of an asynchronous storage in milliseconds, after which the theme is light; 5,000 by default. */
  readonly restoreTimeoutMs?: number;
  readonly scheduler?: Timers;
  readonly onError?: OnError;
}

/** The current theme. The UI applies it. */
export interface Theme {
  readonly $theme: ReadableAtom<ThemeName>;
  /** Reads the stored theme and follows the other tabs. Reference-counted. */
  start(): () => void;
  destroy(): void;
  /** Sets the theme and stores it on the device. */
  choose(theme: ThemeName): void;
  /** Switches to the other theme. */
  toggle(): void;
}
