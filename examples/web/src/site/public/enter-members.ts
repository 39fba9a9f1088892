import type { LoadedSite } from '../islands/page-host.tsx';
import { loadMembersApp } from '../preload-members.ts';
import { isMemberPath } from '../routing/member-path.ts';
import type { SiteNavigation } from '../routing/site-navigation.tsx';

/** Opens a path of the members' app; rejects when its code fails to load. */
export type EnterMembers = (path: string, how?: 'replace') => Promise<void>;

/**
 * Navigation of a public page that opens the members' app in the same document, so that a session that is only in memory
 * continues. When the app's code fails to load, the path is loaded as a document.
 */
export function withMembersApp(navigation: SiteNavigation, enter: EnterMembers): SiteNavigation {
  return {
    ...navigation,
    go(path, how) {
      if (isMemberPath(path)) enter(path, how).catch(() => navigation.go(path, how));
      else navigation.go(path, how);
    },
  };
}

/**
 * Returns the function that replaces the public page by the members' app.
 *
 * @param closePage Unmounts the public page and returns its root element.
 * @param loadSite Returns the page's running library, which the app continues to use.
 */
export function createMembersEntrance(
  closePage: () => HTMLElement,
  loadSite: () => Promise<LoadedSite>,
): EnterMembers {
  let entering = false;
  return async (path, how) => {
    if (entering) return;
    entering = true;
    const [{ startMembers }, loaded] = await Promise.all([loadMembersApp(), loadSite()]).catch((error) => {
      entering = false;
      throw error;
    });
    if (how === 'replace') window.history.replaceState(null, '', path);
    else window.history.pushState(null, '', path);
    const root = document.createElement('div');
    root.id = 'root';
    closePage().replaceWith(root);
    // Back and forward to an entry of the public page.
    window.addEventListener('popstate', () => {
      if (!isMemberPath(window.location.pathname)) window.location.reload();
    });
    await startMembers(root, loaded);
  };
}
