import { publicPageOf } from './pages.ts';
import { createDocumentHost } from './site/document-host.ts';
import { documentPlace } from './site/place.tsx';
import { createRecentNotices } from './site/recent-notices.ts';
import { startIslands } from './site/start-islands.tsx';

/** Starts the islands of a prerendered public page. */
export async function startPublicPage(root: HTMLElement): Promise<void> {
  if (root.dataset.page === undefined)
    await (await import('./draw-page.tsx')).drawPage(root, publicPageOf(window.location.pathname));
  const recent = createRecentNotices(() => performance.now());
  const place = recent.carryNoticesBy(documentPlace, () => true);
  startIslands(root, createDocumentHost(recent.note), place);
}
