// Helpers for the calls that a page sends.
import type { Page, Route } from '@playwright/test';

/** The server handles the request, but its response is lost. */
export async function dropResponse(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

/** Counts the requests to a path. */
export function countCalls(page: Page, path: RegExp): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && path.test(request.url())) count += 1;
  });
  return () => count;
}
