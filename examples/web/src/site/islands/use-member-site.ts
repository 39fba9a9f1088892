import { useEffect, useState } from 'react';
import { type LoadedSite, usePageHost } from './page-host.tsx';

/** Returns the library on devices with a token, or whether it failed to load. Visitors do not need it here. */
export function useMemberSite(): { readonly loaded: LoadedSite | null; readonly hasFailed: boolean } {
  const host = usePageHost();
  const [loaded, setLoaded] = useState<LoadedSite | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const look = (): void => {
      if (host.isMemberLikely()) host.loadSite().then(setLoaded, () => setFailed(true));
    };
    look();
    return host.onMemberChange(look);
  }, [host]);
  return { loaded, hasFailed };
}
