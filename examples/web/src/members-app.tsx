import type { Site } from '@openbell/core/site-features';
import { OpenbellProvider } from '@openbell/react-hooks';
import { NoticeHost } from '@openbell/ui/primitives';
import { ShellSkeleton } from '@openbell/ui/shell';
import { type ReactElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { AppConfig } from './config.ts';
import { routes } from './routes.tsx';
import { AppRouter } from './site/AppRouter.tsx';
import { createAppHistory } from './site/app-history.ts';
import { ConfigProvider } from './site/config-context.tsx';
import { Logo } from './site/Logo.tsx';
import { loadPages } from './site/load-pages.ts';
import { loadSite } from './site/load-site.ts';
import { MembersNotices } from './site/MembersNotices.tsx';
import { MemorySessionNotice } from './site/MemorySessionNotice.tsx';
import { MembersHost } from './site/members-context.tsx';
import { NewVersionNotice } from './site/NewVersionNotice.tsx';
import type { LoadedSite } from './site/page-host.tsx';
import { pageTitle } from './site/page-title.ts';
import { ThemeEffect } from './site/ThemeEffect.tsx';

/**
 * Starts the members' app: one document with a client-side router.
 *
 * @param loaded The running library of the public page that this document was before.
 */
export async function startMembers(root: HTMLElement, loaded?: LoadedSite): Promise<void> {
  const tree = createRoot(root);
  const heading = pageTitle(routes, window.location.pathname);
  // The document of the members' app has its frame, which is the same on all pages. One that was a public page gets it now.
  if (root.firstChild === null) tree.render(<ShellSkeleton logo={<Logo />} heading={heading} />);
  else if (heading !== undefined) root.querySelector('h1')?.replaceChildren(heading);
  const [{ site, config }] = await Promise.all([
    loaded ?? loadSite(),
    loadPages(routes, window.location.pathname),
  ]);
  const history = createAppHistory({ load: (pathname) => loadPages(routes, pathname) });
  tree.render(
    <StrictMode>
      <App config={config} site={site}>
        <AppRouter history={history} routes={routes} />
      </App>
    </StrictMode>,
  );
}

/** The app's providers: library, notices and theme. */
function App({ config, site, children }: { config: AppConfig; site: Site; children: ReactElement }) {
  return (
    <ConfigProvider config={config}>
      <OpenbellProvider openbell={site}>
        <MembersHost site={site}>
          <ThemeEffect />
          <NoticeHost>
            <MembersNotices>
              <MemorySessionNotice />
              <NewVersionNotice />
              {children}
            </MembersNotices>
          </NoticeHost>
        </MembersHost>
      </OpenbellProvider>
    </ConfigProvider>
  );
}
