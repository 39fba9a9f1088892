import { useEffect, useState } from 'react';
import { type LoadedSite, usePageHost } from './page-host.tsx';

/** Returns the library on devices with a token; null for visitors, who do not need it here. */
export function useMemberSite(): LoadedSite | null {
  const host = usePageHost();
  const [loaded, setLoaded] = useState<LoadedSite | null>(null);
  useEffect(() => {
    const look = (): void => {
      // If the code fails to load, the page stays a visitor's.
      if (host.isMemberLikely()) host.loadSite().then(setLoaded, () => undefined);
    };
    look();
    return host.onMemberChange(look);
  }, [host]);
  return loaded;
}
