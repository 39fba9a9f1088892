import { useTheme } from '@openbell/react-hooks';
import { useEffect, useRef } from 'react';

/**
 * Writes the theme on the document. The first value is not written when the page already carries one: it was painted
 * before the module had read the storage, and would flash through light.
 */
export function ThemeEffect() {
  const { theme } = useTheme();
  const first = useRef(true);
  useEffect(() => {
    const root = document.documentElement;
    if (first.current && root.dataset.theme !== undefined) {
      first.current = false;
      return;
    }
    first.current = false;
    root.dataset.theme = theme;
  }, [theme]);
  return null;
}
