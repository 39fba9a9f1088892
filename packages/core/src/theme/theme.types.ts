import type { ReadableAtom } from 'nanostores';
import type { KeyValueStorage, OnError, Tabs } from '../ports/index.ts';

/** Light or dark; light is the default (product.md 3 and 9). */
export type ThemeName = 'light' | 'dark';

export interface ThemeOptions {
  /** The device's: it survives log-out. */
  readonly storage: KeyValueStorage;
  readonly tabs: Tabs;
  /** Before the key; `openbell:` by default, empty for a site that owns its origin. */
  readonly keyPrefix?: string;
  readonly onError?: OnError;
}

/** The theme in use. Applying it (an attribute on the host) is the screen's part. */
export interface Theme {
  readonly $theme: ReadableAtom<ThemeName>;
  /** Reads the stored theme and follows the other tabs. Reference-counted. */
  start(): () => void;
  destroy(): void;
  choose(theme: ThemeName): void;
  toggle(): void;
}
