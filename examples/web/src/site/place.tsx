import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';

/** The document's URL, and navigation. */
export interface Place {
  /** Returns the parts of the URL that only a browser knows. */
  read(): { readonly origin: string; readonly search: string; readonly hash: string };
  /** Calls the listener when the hash changes. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
  /** Navigates to a path of this site. `replace` replaces the history entry. */
  go(path: string, how?: 'replace'): void;
}

/** Document navigation: public pages are documents, and links load them. */
export const documentPlace: Place = {
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

const PlaceContext = createContext<Place>(documentPlace);

/** Provides other navigation; the members' app uses its router where possible. */
export function PlaceProvider({ place, children }: { place: Place; children: ReactNode }) {
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

export function usePlace(): Place {
  return useContext(PlaceContext);
}

/** Returns the navigate function. */
export function useGo(): Place['go'] {
  return useContext(PlaceContext).go;
}

/** Returns the URL's hash with its `#`, or ''. Servers do not get it, so the first render has none. */
export function useHash(): string {
  const place = useContext(PlaceContext);
  return useSyncExternalStore(
    place.onChange,
    () => place.read().hash,
    () => '',
  );
}

/** Returns the URL's query with its `?`, or ''; empty when prerendered. */
export function useSearch(): string {
  const place = useContext(PlaceContext);
  return useSyncExternalStore(
    place.onChange,
    () => place.read().search,
    () => '',
  );
}

/** Returns the query as URLSearchParams. */
export function useQuery(): URLSearchParams {
  return new URLSearchParams(useSearch());
}
