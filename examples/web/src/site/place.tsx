import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';

/** Where the document is, and the way to another page. */
export interface Place {
  /** The parts of the address that only a browser knows. */
  read(): { readonly origin: string; readonly search: string; readonly hash: string };
  /** Tells when the anchor has changed; gives the way to stop. */
  onChange(tell: () => void): () => void;
  /** Goes to a path of this site. `replace`: without a step in the history. */
  go(path: string, how?: 'replace'): void;
}

/** The browser's own: public pages are documents, and links between them load them. */
export const documentPlace: Place = {
  read: () => window.location,
  onChange(tell) {
    window.addEventListener('hashchange', tell);
    window.addEventListener('popstate', tell);
    return () => {
      window.removeEventListener('hashchange', tell);
      window.removeEventListener('popstate', tell);
    };
  },
  go(path, how) {
    if (how === 'replace') window.location.replace(path);
    else window.location.assign(path);
  },
};

const PlaceContext = createContext<Place>(documentPlace);

/** Gives everything below it another way to other pages: the members' app goes by its router where it can. */
export function PlaceProvider({ place, children }: { place: Place; children: ReactNode }) {
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

export function usePlace(): Place {
  return useContext(PlaceContext);
}

/** The way to another page. */
export function useGo(): Place['go'] {
  return useContext(PlaceContext).go;
}

/** The address's anchor with its `#`, or ''. A server never sees it: the first picture is drawn without, as it was prerendered. */
export function useHash(): string {
  const place = useContext(PlaceContext);
  return useSyncExternalStore(
    place.onChange,
    () => place.read().hash,
    () => '',
  );
}

/** The address's query with its `?`, or ''; none in what was prerendered. */
export function useSearch(): string {
  const place = useContext(PlaceContext);
  return useSyncExternalStore(
    place.onChange,
    () => place.read().search,
    () => '',
  );
}

/** The same, to be asked. */
export function useQuery(): URLSearchParams {
  return new URLSearchParams(useSearch());
}
