import { useTexts } from '@openbell/ui/primitives';
import type { ReactNode } from 'react';
import { Island } from '../islands/Island.tsx';
import { SiteFooter } from './SiteFooter.tsx';

/** The layout of every public page: banner, bar, content, footer. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const text = useTexts();
  return (
    <div className="site">
      <a className="site-skip" href="#content">
        {text('shell.skipToContent')}
      </a>
      <Island name="bar" />
      <main id="content" className="site-main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
