import { atom } from 'nanostores';
import { type Cancel, systemTimers } from '../ports/index.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { readStoredText } from './read-stored-text.ts';
import { readTheme, THEME_KEY, writeTheme } from './theme.storage.ts';
import type { Theme, ThemeName, ThemeOptions } from './theme.types.ts';

const TOPIC = 'theme';

/** Creates the theme: light until `start()` has read the stored one. */
export function createTheme(options: ThemeOptions): Theme {
  const { storage, tabs, scheduler = systemTimers, restoreTimeoutMs = 5000 } = options;
  const key = (options.keyPrefix ?? 'openbell:') + THEME_KEY;
  const $theme = atom<ThemeName>('light');
  const onProblem = (error: unknown): void => options.onError?.({ where: 'theme', error });
  const readOptions = { timeoutMs: restoreTimeoutMs, scheduler, onProblem };
  let cancelRestore: Cancel = () => {};
  let cancelWrite: Cancel = () => {};

  const notifyTabs = (): void => tabs.notify(TOPIC);

  function restore(): void {
    cancelRestore();
    cancelRestore = readStoredText(storage.read(key), readOptions, (text) => {
      const theme = readTheme(text);
      if (theme !== null) $theme.set(theme);
    });
  }

  function choose(theme: ThemeName): void {
    // A pending stored value is older than this choice.
    cancelRestore();
    cancelWrite();
    $theme.set(theme);
    // Reads first, to keep other values and the state that a newer version stored.
    cancelWrite = readStoredText(storage.read(key), readOptions, (stored) => {
      const text = writeTheme(stored, theme);
      if (text === null) {
        onProblem('The stored state is of a newer version; it was not changed.');
        return;
      }
      const written = storage.write(key, text);
      if (written instanceof Promise) written.then(notifyTabs, onProblem);
      else notifyTabs();
    });
  }

  const lifecycle = createLifecycle(() => {
    restore();
    const stopTabs = tabs.onChange((topic) => {
      // From another instance, from a storage event of the key, or null after the storage was cleared.
      if (topic === TOPIC || topic === key || topic === null) restore();
    });
    return [stopTabs, () => cancelRestore()];
  });

  return {
    $theme,
    start: lifecycle.start,
    destroy() {
      lifecycle.destroy();
      cancelWrite();
    },
    choose,
    toggle: () => choose($theme.get() === 'light' ? 'dark' : 'light'),
  };
}
