import { atom } from 'nanostores';
import { type Cancel, systemTimers } from '../ports/index.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { restoreKept } from './restore-kept.ts';
import { readTheme, THEME_KEY, writeTheme } from './theme.storage.ts';
import type { Theme, ThemeName, ThemeOptions } from './theme.types.ts';

const TOPIC = 'theme';

/** Creates the theme: light until `start()` has read the stored one. */
export function createTheme(options: ThemeOptions): Theme {
  const { storage, tabs, scheduler = systemTimers, restoreTimeOut = 5000 } = options;
  const key = (options.keyPrefix ?? 'openbell:') + THEME_KEY;
  const $theme = atom<ThemeName>('light');
  const onProblem = (error: unknown): void => options.onError?.({ where: 'theme', error });
  const restoring = { timeOut: restoreTimeOut, scheduler, onProblem };
  let cancelRestore: Cancel = () => {};
  let cancelKeeping: Cancel = () => {};

  const tell = (): void => tabs.tell(TOPIC);

  function restore(): void {
    cancelRestore();
    cancelRestore = restoreKept(storage.read(key), restoring, (text) => {
      const theme = readTheme(text);
      if (theme !== null) $theme.set(theme);
    });
  }

  function choose(theme: ThemeName): void {
    // A pending stored value is older than this choice.
    cancelRestore();
    cancelKeeping();
    $theme.set(theme);
    cancelKeeping = restoreKept(storage.read(key), restoring, (kept) => {
      const text = writeTheme(kept, theme);
      if (text === null) {
        onProblem('The stored state is of a newer version; it was left alone.');
        return;
      }
      const written = storage.write(key, text);
      if (written instanceof Promise) written.then(tell, onProblem);
      else tell();
    });
  }

  const lifecycle = createLifecycle(() => {
    restore();
    const stopTabs = tabs.onHint((topic) => {
      if (topic === TOPIC || topic === key || topic === null) restore();
    });
    return () => {
      stopTabs();
      cancelRestore();
    };
  });

  return {
    $theme,
    start: lifecycle.start,
    destroy() {
      lifecycle.destroy();
      cancelKeeping();
    },
    choose,
    toggle: () => choose($theme.get() === 'light' ? 'dark' : 'light'),
  };
}
