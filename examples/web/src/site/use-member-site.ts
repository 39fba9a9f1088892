import { useEffect, useState } from 'react';
import { type LoadedSite, usePageHost } from './page-host.tsx';

/** The library, once somebody is likely signed in on this device; null for a visitor, who needs none of it here. */
export function useMemberSite(): LoadedSite | null {
  const host = usePageHost();
  const [loaded, setLoaded] = useState<LoadedSite | null>(null);
  useEffect(() => {
    const look = (): void => {
      // When its code does not arrive, the page stays a visitor's.
      if (host.isMemberLikely()) host.loadSite().then(setLoaded, () => undefined);
    };
    look();
    return host.onMemberChange(look);
  }, [host]);
  return loaded;
}
