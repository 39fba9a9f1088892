import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { scrollToAnchor } from '../routing/anchors.ts';
import { MembersNavigation } from './MembersNavigation.tsx';
import { documentTitle } from './page-title.ts';

interface RootLayoutProps {
  /** The document's title, without the product's name. */
  readonly title: string | undefined;
  readonly children: ReactNode;
}

/** Wraps every page: sets the document's title and scrolls to the URL's anchor. */
export function RootLayout({ title, children }: RootLayoutProps) {
  const { hash, key } = useLocation();

  // Before the effect of a page that has its own title.
  useLayoutEffect(() => {
    document.title = documentTitle(title);
  }, [title]);

  // `key` changes with every navigation, so choosing the same anchor twice scrolls twice.
  useEffect(() => {
    if (key !== '') scrollToAnchor(hash);
  }, [hash, key]);

  return <MembersNavigation>{children}</MembersNavigation>;
}
