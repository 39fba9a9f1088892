import { publicPageOf } from './pages.ts';
import { createDocumentHost } from './site/document-host.ts';
import { documentPlace } from './site/place.tsx';
import { createSaid } from './site/said.ts';
import { startIslands } from './site/start-islands.tsx';

/** Brings a public page to life: what was prerendered stays, and its islands start. */
export async function startPublicPage(root: HTMLElement): Promise<void> {
  if (root.dataset.page === undefined)
    await (await import('./draw-page.tsx')).drawPage(root, publicPageOf(window.location.pathname));
  const said = createSaid(() => performance.now());
  const place = said.carryingBy(documentPlace, () => true);
  startIslands(root, createDocumentHost(said.note), place);
}
