import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router';
import { App, createSite } from './app.tsx';
import { loadConfig } from './config.ts';
import { routes } from './routes.tsx';
import './styles/layers.css';
import '@openbell/ui/styles.css';
import './styles/app.css';

/** The page's own code is there before the router starts, so that what was prerendered is taken over as it is. */
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

async function start(root: HTMLElement): Promise<void> {
  const [config] = await Promise.all([
    loadConfig(() => fetch('/config.json', { headers: { accept: 'application/json' } })),
    // A page whose code does not arrive is the router's to report.
    loadMatchedPages(routes).catch(() => undefined),
  ]);
  const app = (
    <StrictMode>
      <App config={config} site={createSite(config)}>
        <RouterProvider router={createBrowserRouter(routes)} />
      </App>
    </StrictMode>
  );
  // `data-page` names the address that was prerendered; the not-found page stands for any.
  const prerendered = root.dataset.page;
  if (prerendered === window.location.pathname || prerendered === '*') hydrateRoot(root, app);
  else createRoot(root).render(app);
}

const root = document.getElementById('root');
if (root) void start(root);
