import type { MemberFeatures } from '@openbell/core/member-features';
import type { Site } from '@openbell/core/site-features';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

interface Members {
  /** Null until the members' layout is first opened. */
  readonly members: MemberFeatures | null;
  /** Creates the features once; called by the members' chunk, which contains the factory. */
  readonly enter: (create: (site: Site) => MemberFeatures) => void;
}

const MembersContext = createContext<Members | null>(null);

/** Keeps the members' features running while the user visits public pages and returns. */
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
