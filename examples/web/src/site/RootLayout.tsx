import { useEffect } from 'react';
import { type Location, Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { scrollToAnchor } from './anchors.ts';
import { MembersPlace } from './MembersPlace.tsx';

/**
 * The key under which a page's scroll position is stored. A tab's first entry has no unique key, so the path is added:
 * otherwise a URL typed later would restore that position.
 */
function placeKey({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key;
}

/** Data of a route (`handle` in routes.tsx). */
interface RouteHandle {
  /** The document's title, without the product's name. */
  readonly title?: string;
}

/** Wraps every page: sets the document's title and scrolls to the URL's anchor. */
export function RootLayout() {
  const matches = useMatches();
  const handle = matches.at(-1)?.handle as RouteHandle | undefined;
  const title = handle?.title;
  const { hash, key } = useLocation();

  useEffect(() => {
    document.title = title === undefined ? 'Openbell' : `${title} · Openbell`;
  }, [title]);

  // `key` changes with every navigation, so choosing the same anchor twice scrolls twice.
  useEffect(() => {
    if (key !== '') scrollToAnchor(hash);
  }, [hash, key]);

  return (
    <>
      <MembersPlace>
        <Outlet />
      </MembersPlace>
      <ScrollRestoration getKey={placeKey} />
    </>
  );
}
