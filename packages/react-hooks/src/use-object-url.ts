'use client';

import { useEffect, useState } from 'react';

/** Returns an object URL for a blob, revoked on change and unmount; null without a blob. */
export function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (blob === null) return undefined;
    const made = URL.createObjectURL(blob);
    // The URL is a resource: it has to be revoked by the effect that creates it.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [blob]);
  return url;
}
