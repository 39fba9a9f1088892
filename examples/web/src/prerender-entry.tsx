import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { App, createSite } from './app.tsx';
import { readConfig } from './config.ts';
import { routes } from './routes.tsx';

/** The markup of a public page as a visitor with an empty browser sees it. Used by the build only. */
export async function renderPage(path: string): Promise<string> {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(path, 'https://openbell.invalid')));
  if (context instanceof Response) throw new Error(`${path} redirects: it cannot be prerendered.`);
  const config = readConfig({});
  return renderToString(
    <App config={config} site={createSite(config)}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </App>,
  );
}
