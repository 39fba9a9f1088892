import { matchRoutes, type RouteObject } from 'react-router';

/**
 * Loads the code of the routes that match a path. Returns undefined when all of it is loaded. A route whose code fails to
 * load throws when it is rendered, and is loaded again by the next navigation to it.
 */
export function loadPages(routes: RouteObject[], pathname: string): Promise<void> | undefined {
  const missing = (matchRoutes(routes, pathname) ?? [])
    .map(({ route }) => route)
    .filter(({ lazy }) => typeof lazy === 'function');
  return missing.length === 0 ? undefined : Promise.all(missing.map(loadRoute)).then(() => undefined);
}

async function loadRoute(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'function') return;
  try {
    Object.assign(route, await route.lazy(), { lazy: undefined });
  } catch (error) {
    route.Component = () => {
      throw error;
    };
  }
}
