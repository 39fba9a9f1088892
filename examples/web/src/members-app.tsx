import type { Site } from '@openbell/core/site-features';
import { OpenbellProvider } from '@openbell/react-hooks';
import { NoticeHost } from '@openbell/ui/primitives';
import { ShellSkeleton } from '@openbell/ui/shell';
import { type ReactElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { AppConfig } from './config.ts';
import { routes } from './routes.tsx';
import { NewVersionNotice } from './site/app-shell/NewVersionNotice.tsx';
import { ConfigProvider } from './site/config-context.tsx';
import type { LoadedSite } from './site/islands/page-host.tsx';
import { Logo } from './site/Logo.tsx';
import { loadSite } from './site/load-site.ts';
import { AppRouter } from './site/members/AppRouter.tsx';
import { loadPages } from './site/members/load-pages.ts';
import { MembersHost } from './site/members/members-context.tsx';
import { pageTitle } from './site/members/page-title.ts';
import { MembersNotices } from './site/notices/MembersNotices.tsx';
import { MemorySessionNotice } from './site/notices/MemorySessionNotice.tsx';
import { createAppHistory } from './site/routing/app-history.ts';
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
