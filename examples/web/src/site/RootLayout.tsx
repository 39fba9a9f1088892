import { useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import type { RouteHandle } from '../routes.tsx';
import { scrollToAnchor } from './anchors.ts';

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
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
