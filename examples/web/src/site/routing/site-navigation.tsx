import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';

/** The document's URL, and navigation. */
export interface SiteNavigation {
  /** Returns the parts of the URL that only a browser knows. */
  read(): { readonly origin: string; readonly search: string; readonly hash: string };
  /** Calls the listener when the hash changes. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
  /** Navigates to a path of this site. `replace` replaces the history entry. */
  go(path: string, how?: 'replace'): void;
}

/** Document navigation: public pages are documents, and links load them. */
export const documentNavigation: SiteNavigation = {
  read: () => window.location,
  onChange(listener) {
    window.addEventListener('hashchange', listener);
    window.addEventListener('popstate', listener);
    return () => {
      window.removeEventListener('hashchange', listener);
      window.removeEventListener('popstate', listener);
    };
  },
  go(path, how) {
    if (how === 'replace') window.location.replace(path);
    else window.location.assign(path);
  },
};

const SiteNavigationContext = createContext<SiteNavigation>(documentNavigation);

/** Provides other navigation; the members' app uses its router where possible. */
export function SiteNavigationProvider({
  navigation,
  children,
}: {
  navigation: SiteNavigation;
  children: ReactNode;
}) {
  return <SiteNavigationContext value={navigation}>{children}</SiteNavigationContext>;
}

export function useSiteNavigation(): SiteNavigation {
  return useContext(SiteNavigationContext);
}

/** Returns the navigate function. */
export function useGo(): SiteNavigation['go'] {
  return useContext(SiteNavigationContext).go;
}

/** Returns the URL's hash with its `#`, or ''. Servers do not get it, so the first render has none. */
export function useHash(): string {
  const navigation = useContext(SiteNavigationContext);
  return useSyncExternalStore(
    navigation.onChange,
    () => navigation.read().hash,
    () => '',
  );
}

/** Returns the URL's query with its `?`, or ''; empty when prerendered. */
export function useSearch(): string {
  const navigation = useContext(SiteNavigationContext);
  return useSyncExternalStore(
    navigation.onChange,
    () => navigation.read().search,
    () => '',
  );
}

/** Returns the query as URLSearchParams. */
export function useQuery(): URLSearchParams {
  return new URLSearchParams(useSearch());
}
