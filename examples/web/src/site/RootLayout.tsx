import { useEffect } from 'react';
import { type Location, Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import type { RouteHandle } from '../routes.tsx';
import { scrollToAnchor } from './anchors.ts';
import { MembersPlace } from './MembersPlace.tsx';

/**
 * Under what a page's scroll position is remembered. The first page that a tab opens has no key of its own: without
 * its path, an address typed afterwards would begin where the page before it was left.
 */
function placeKey({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key;
}

/** Round every page: the document's title, and the place that the address names. */
export function RootLayout() {
  const matches = useMatches();
  const handle = matches.at(-1)?.handle as RouteHandle | undefined;
  const title = handle?.title;
  const { hash, key } = useLocation();

  useEffect(() => {
    document.title = title === undefined ? 'Openbell' : `${title} · Openbell`;
  }, [title]);

  // `key` changes with every navigation: choosing the same anchor twice scrolls twice.
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
