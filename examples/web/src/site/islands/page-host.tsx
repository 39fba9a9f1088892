import type { Site } from '@openbell/core/site-features';
import type { Notices } from '@openbell/ui/primitives';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { AppConfig } from '../../config.ts';

/** The running library and the configuration. */
export interface LoadedSite {
  readonly site: Site;
  readonly config: AppConfig;
}

/** What the islands of one public page share. */
export interface PageHost extends Notices {
  /** Loads the library's code and the configuration once, and starts the library. */
  loadSite(): Promise<LoadedSite>;
  /** Whether the device has a token. Only then is the session's code loaded. */
  isMemberLikely(): boolean;
  /**
   * Calls the listener when that may have changed: another tab signed in, or the page was restored from the
   * back/forward cache.
   */
  onMemberChange(listener: () => void): () => void;
  /** Whether an account was created on the previous page. */
  readonly accountCreated: boolean;
}

/** The host during prerendering. */
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

/** Returns whether an account was created on the previous page; null during prerendering and hydration. */
export function useAccountCreated(): boolean | null {
  const { accountCreated } = useContext(PageHostContext);
  return useSyncExternalStore<boolean | null>(
    stays,
    () => accountCreated,
    () => null,
  );
}
