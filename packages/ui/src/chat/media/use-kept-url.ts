'use client';

import { useState } from 'react';
import { pathOf } from '../../primitives/path-of.ts';

/**
 * Keeps the URL of a file while only its signature changes, so that playback and zoom go on. The new URL replaces it when
 * it fails to load, or when the path changes. `onExpired` is called when it fails and there is no new URL yet.
 */
export function useKeptUrl(
  url: string,
  onExpired: () => void,
): { readonly used: string; readonly hasFailed: boolean; readonly onError: () => void } {
  const [used, setUsed] = useState(url);
  const [hasFailed, setFailed] = useState(false);
  if (url !== used && (hasFailed || pathOf(url) !== pathOf(used))) {
    setUsed(url);
    setFailed(false);
  }
  const onError = (): void => {
    setFailed(true);
    if (used === url) onExpired();
  };
  return { used, hasFailed, onError };
}
