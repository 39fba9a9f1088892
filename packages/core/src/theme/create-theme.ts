import { atom } from 'nanostores';
import { createLifecycle } from '../shared/lifecycle.ts';
import { readTheme, THEME_KEY, writeTheme } from './theme.storage.ts';
import type { Theme, ThemeName, ThemeOptions } from './theme.types.ts';

const TOPIC = 'theme';

/** Makes the theme. Light until `start()` has read what the device keeps. */
export function createTheme(options: ThemeOptions): Theme {
  const { storage, tabs } = options;
  const key = (options.keyPrefix ?? 'openbell:') + THEME_KEY;
  const $theme = atom<ThemeName>('light');

  function restore(): void {
    const theme = readTheme(storage.read(key));
    if (theme !== null) $theme.set(theme);
  }

  function choose(theme: ThemeName): void {
    $theme.set(theme);
    const text = writeTheme(storage.read(key), theme);
    if (text === null) {
      options.onError?.({
        where: 'theme',
        error: 'The stored state is of a newer version; it was left alone.',
      });
      return;
    }
    storage.write(key, text);
    tabs.tell(TOPIC);
  }

  const lifecycle = createLifecycle(() => {
    restore();
    return tabs.onHint((topic) => {
      if (topic === TOPIC || topic === key || topic === null) restore();
    });
  });

  return {
    $theme,
    start: lifecycle.start,
    destroy: lifecycle.destroy,
    choose,
    toggle: () => choose($theme.get() === 'light' ? 'dark' : 'light'),
  };
}
