import type { ChatFeatures } from '@openbell/core/chat-features';
import type { MarketFeatures } from '@openbell/core/market-features';
import type { MemberBase } from '@openbell/core/member-base';
import type { Site } from '@openbell/core/site-features';
import { OpenbellProvider } from '@openbell/react-hooks';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';

/** The members' features by the chunk that contains their code; a part is absent until a page needs it. */
interface Parts {
  readonly base?: MemberBase;
  readonly chats?: ChatFeatures;
  readonly market?: MarketFeatures;
}

interface Members {
  readonly parts: Parts;
  /** Creates a part, unless it exists. */
  readonly add: <Name extends keyof Parts>(
    name: Name,
    create: (site: Site, parts: Parts) => Parts[Name],
  ) => void;
}

const MembersContext = createContext<Members | null>(null);

/** Keeps the members' features running while the user visits other pages and returns. */
export function MembersHost({ site, children }: { site: Site; children: ReactNode }) {
  const [parts, setParts] = useState<Parts>({});
  const { base, chats, market } = parts;
  useEffect(() => base?.start(), [base]);
  useEffect(() => chats?.start(), [chats]);
  useEffect(() => market?.start(), [market]);
  const add = useCallback<Members['add']>(
    (name, create) => setParts((now) => (now[name] ? now : { ...now, [name]: create(site, now) })),
    [site],
  );
  const value = useMemo(() => ({ parts, add }), [parts, add]);
  return <MembersContext value={value}>{children}</MembersContext>;
}

interface MemberPartProps<Name extends keyof Parts> {
  readonly name: Name;
  /** Called once, by the chunk that contains the factory. */
  readonly create: (site: Site, parts: Parts) => Parts[Name];
  readonly children: ReactNode;
}

/** Provides a part of the members' features, which it creates before the first paint. */
export function MemberPart<Name extends keyof Parts>({ name, create, children }: MemberPartProps<Name>) {
  const host = useContext(MembersContext);
  if (host === null) throw new TypeError('<MemberPart> needs a <MembersHost> above it: App draws one.');
  const { parts, add } = host;
  const part: Parts[Name] = parts[name];
  useLayoutEffect(() => add(name, create), [add, name, create]);
  return part === undefined ? null : <OpenbellProvider openbell={part}>{children}</OpenbellProvider>;
}
