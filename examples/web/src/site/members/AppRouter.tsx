import { PartBoundary } from '@openbell/ui/primitives';
import { createContext, startTransition, useContext, useEffect, useState } from 'react';
import { type RouteObject, Router, useRoutes } from 'react-router';
import type { AppHistory } from '../routing/app-history.ts';
import { PageTitleContext, pageTitle } from './page-title.ts';
import { RootLayout } from './RootLayout.tsx';
import { RouteFailure } from './RouteFailure.tsx';

const HistoryContext = createContext<AppHistory | null>(null);

/** Returns the history of the app; null in a test with another router. */
export function useAppHistory(): AppHistory | null {
  return useContext(HistoryContext);
}

/** Renders the route of the current location. The code of a page is loaded before its location is shown. */
export function AppRouter({ history, routes }: { history: AppHistory; routes: RouteObject[] }) {
  const [{ location, action }, setVisit] = useState(history.visit);
  useEffect(() => {
    const show = (): void => startTransition(() => setVisit(history.visit));
    // A navigation before this effect had no listener.
    show();
    return history.listen(show);
  }, [history]);
  const title = pageTitle(routes, location.pathname);
  return (
    <HistoryContext value={history}>
      <Router location={location} navigationType={action} navigator={history}>
        <PartBoundary of={location.key} failure={<RouteFailure />}>
          <PageTitleContext value={title}>
            <RootLayout title={title}>
              <Pages routes={routes} />
            </RootLayout>
          </PageTitleContext>
        </PartBoundary>
      </Router>
    </HistoryContext>
  );
}

function Pages({ routes }: { routes: RouteObject[] }) {
  return useRoutes(routes);
}
