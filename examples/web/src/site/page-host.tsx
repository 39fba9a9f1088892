import type { Site } from '@openbell/core/site-features';
import type { Notices } from '@openbell/ui/primitives';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { AppConfig } from '../config.ts';

/** The library, running, and what `/config.json` said. */
export interface LoadedSite {
  readonly site: Site;
  readonly config: AppConfig;
}

/** What the islands of one public page share. */
export interface PageHost extends Notices {
  /** Fetches the library's code and the configuration, once, and starts it. */
  loadSite(): Promise<LoadedSite>;
  /** Whether a token is kept here: who is likely signed in is looked at, a visitor is sent none of that code. */
  isMemberLikely(): boolean;
  /** Tells when that may have changed: another tab signed in, or the page came back from the back/forward cache. */
  onMemberChange(tell: () => void): () => void;
  /** An account was made on the page before this one. */
  readonly accountCreated: boolean;
}

/** A page nobody looks at yet: what is prerendered. */
export const noPageHost: PageHost = {
  loadSite: () => new Promise(() => {}),
  isMemberLikely: () => false,
  onMemberChange: () => () => {},
  notify: () => {},
  accountCreated: false,
};

const PageHostContext = createContext<PageHost>(noPageHost);

export function PageHostProvider({ host, children }: { host: PageHost; children: ReactNode }) {
  return <PageHostContext value={host}>{children}</PageHostContext>;
}

export function usePageHost(): PageHost {
  return useContext(PageHostContext);
}

const stays = (): (() => void) => () => {};

/** Whether an account was made on the page before this one; what was prerendered does not know. */
export function useAccountCreated(): boolean {
  const { accountCreated } = useContext(PageHostContext);
  return useSyncExternalStore(
    stays,
    () => accountCreated,
    () => false,
  );
}
