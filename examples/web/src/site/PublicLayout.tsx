import { useTexts } from '@openbell/ui/primitives';
import { Outlet } from 'react-router';
import { NavigationBar } from './NavigationBar.tsx';
import { usePreloadForMembers } from './preload-members.ts';
import { SiteFooter } from './SiteFooter.tsx';

/** The frame of every public page: banner, bar, content, footer. */
export function PublicLayout() {
  const text = useTexts();
  usePreloadForMembers();
  return (
    <div className="site">
      <a className="site-skip" href="#content">
        {text('shell.skipToContent')}
      </a>
      <NavigationBar />
      <main id="content" className="site-main" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  );
}
