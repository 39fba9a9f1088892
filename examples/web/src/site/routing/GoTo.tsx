import { useEffect } from 'react';
import { useGo } from './site-navigation.tsx';

/** Navigates on render, replacing the history entry. */
export function GoTo({ path }: { path: string }) {
  const go = useGo();
  useEffect(() => go(path, 'replace'), [go, path]);
  return null;
}
