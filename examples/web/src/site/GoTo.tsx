import { useEffect } from 'react';
import { useGo } from './place.tsx';

/** Goes to another page as soon as it is drawn, without a step in the history. */
export function GoTo({ path }: { path: string }) {
  const go = useGo();
  useEffect(() => go(path, 'replace'), [go, path]);
  return null;
}
