import type { Site } from '@openbell/core/site-features';
import { OpenbellProvider } from '@openbell/react-hooks';
import { NoticeHost } from '@openbell/ui/primitives';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router';
import type { AppConfig } from './config.ts';
import { routes } from './routes.tsx';
import { ConfigProvider } from './site/config-context.tsx';
import { loadSite } from './site/load-site.ts';
import { MembersNotices } from './site/MembersNotices.tsx';
import { MembersHost } from './site/members-context.tsx';
import { ThemeEffect } from './site/ThemeEffect.tsx';

/** Loads the matched page's code before the router renders. */
async function loadMatchedPages(all: RouteObject[]): Promise<void> {
  const lazy = (matchRoutes(all, window.location) ?? []).map((match) => match.route);
  await Promise.all(
    lazy.map(async (route) => {
      if (typeof route.lazy !== 'function') return;
      const loaded = await route.lazy();
      Object.assign(route, loaded, { lazy: undefined });
    }),
  );
}

/** Starts the members' app: one document with a client-side router. */
export async function startMembers(root: HTMLElement): Promise<void> {
  const [{ site, config }] = await Promise.all([
    loadSite(),
    // The router reports a page whose code fails to load.
    loadMatchedPages(routes).catch(() => undefined),
  ]);
  createRoot(root).render(
    <StrictMode>
      <App config={config} site={site}>
        <RouterProvider router={createBrowserRouter(routes)} />
      </App>
    </StrictMode>,
  );
}

/** The app's providers: library, notices and theme. */
function App({ config, site, children }: { config: AppConfig; site: Site; children: ReactNode }) {
  return (
    <ConfigProvider config={config}>
      <OpenbellProvider openbell={site}>
        <MembersHost site={site}>
          <ThemeEffect />
          <NoticeHost>
            <MembersNotices>{children}</MembersNotices>
          </NoticeHost>
        </MembersHost>
      </OpenbellProvider>
    </ConfigProvider>
  );
}
