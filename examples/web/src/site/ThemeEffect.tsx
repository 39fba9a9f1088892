import { useOpenbell } from '@openbell/react-hooks';
import { useEffect } from 'react';

/** Sets the theme on the document once the device's choice is read; until then the first paint's theme is kept. */
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
