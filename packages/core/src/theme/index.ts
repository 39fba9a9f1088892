/** The light or dark theme, stored on the device. */
export { createTheme } from './create-theme.ts';
export { readTheme, THEME_KEY, writeTheme } from './theme.storage.ts';
export type { Theme, ThemeName, ThemeOptions, ThemeStorage } from './theme.types.ts';
