import type { MemberFeatures } from '@openbell/core/member-features';
import type { Site } from '@openbell/core/site-features';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

interface Members {
  /** Null until the members' frame has been opened for the first time. */
  readonly members: MemberFeatures | null;
  /** Makes them, once; called from the members' own code, which is where the maker is known. */
  readonly enter: (create: (site: Site) => MemberFeatures) => void;
}

const MembersContext = createContext<Members | null>(null);

/** Keeps the members' features while somebody goes out to public pages and comes back, and runs them all the while. */
export function MembersHost({ site, children }: { site: Site; children: ReactNode }) {
  const [members, setMembers] = useState<MemberFeatures | null>(null);
  useEffect(() => members?.start(), [members]);
  const value = useMemo<Members>(
    () => ({ members, enter: (create) => setMembers((now) => now ?? create(site)) }),
    [members, site],
  );
  return <MembersContext value={value}>{children}</MembersContext>;
}

export function useMembersHost(): Members {
  const host = useContext(MembersContext);
  if (host === null) throw new TypeError('useMembersHost() needs a <MembersHost> above it: App draws one.');
  return host;
}
