import { useOpenbell } from '@openbell/react-hooks';
import { useEffect } from 'react';

/** Writes the theme on the document, once the device's choice has been read; until then what was painted first stands. */
export function ThemeEffect() {
  const { theme } = useOpenbell();
  useEffect(
    () =>
      theme.$theme.listen((name) => {
        document.documentElement.dataset.theme = name;
      }),
    [theme],
  );
  return null;
}
