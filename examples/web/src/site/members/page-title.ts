import { createContext } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';

/** The title of the current page, without the product's name; undefined if it has none. */
export const PageTitleContext = createContext<string | undefined>(undefined);

/** Returns the title of the page at a path, without the product's name; undefined if it has none. */
export function pageTitle(routes: RouteObject[], pathname: string): string | undefined {
  return matchRoutes(routes, pathname)?.at(-1)?.route.handle?.title as string | undefined;
}

/** Returns the document's title for the title of a page. */
export const documentTitle = (title: string | undefined): string =>
  title === undefined ? 'Openbell' : `${title} · Openbell`;
