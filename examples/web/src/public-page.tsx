import { publicPageOf } from './pages.ts';
import { createRecentNotices } from './site/notices/recent-notices.ts';
import { createDocumentHost } from './site/public/document-host.ts';
import { createMembersEntrance, withMembersApp } from './site/public/enter-members.ts';
import { startIslands } from './site/public/start-islands.tsx';
import { documentNavigation } from './site/routing/site-navigation.tsx';

/** Starts the islands of a prerendered public page. */
export async function startPublicPage(root: HTMLElement): Promise<void> {
  if (root.dataset.page === undefined)
    await (await import('./draw-page.tsx')).drawPage(root, publicPageOf(window.location.pathname));
  const recent = createRecentNotices(() => performance.now());
  const host = createDocumentHost(recent.note);
  const enter = createMembersEntrance(() => {
    stopIslands();
    host.close();
    return root;
  }, host.loadSite);
  const navigation = recent.passNoticesOn(withMembersApp(documentNavigation, enter), () => true);
  const stopIslands = startIslands(root, host, navigation);
}
