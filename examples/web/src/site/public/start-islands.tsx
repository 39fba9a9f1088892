import { startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { islandTree } from '../islands/island-tree.tsx';
import type { IslandProps } from '../islands/islands.types.ts';
import { markLive } from '../islands/live.ts';
import type { PageHost } from '../islands/page-host.tsx';
import type { SiteNavigation } from '../routing/site-navigation.tsx';
import { islandNamed, type NamedIsland } from './islands.tsx';

/** Distance below the window at which an island is loaded. */
const NEAR = '200px 0px';

/** The React roots of a page's islands. */
interface IslandRoots {
  readonly host: PageHost;
  readonly navigation: SiteNavigation;
  readonly roots: Root[];
  /** Aborted when the islands are unmounted. */
  readonly stopped: AbortSignal;
}

/** Hydrates the islands below an element, each at its time. Returns a function that unmounts them. */
export function startIslands(root: HTMLElement, host: PageHost, navigation: SiteNavigation): () => void {
  const stop = new AbortController();
  const page: IslandRoots = { host, navigation, roots: [], stopped: stop.signal };
  for (const element of root.querySelectorAll<HTMLElement>('[data-island]')) {
    const found = islandNamed(element.dataset.island);
    if (found === null) continue;
    const { when } = found[1];
    const start = (): void => void startIsland(element, found, page);
    // A page that was not prerendered (in development) has no markup to show meanwhile.
    if (when === 'now' || element.firstChild === null) start();
    else whenNear(element, start, stop.signal);
  }
  return () => {
    stop.abort();
    for (const one of page.roots.splice(0)) one.unmount();
  };
}

async function startIsland(element: HTMLElement, [name, { load }]: NamedIsland, page: IslandRoots) {
  // An island whose code fails to load keeps its prerendered markup.
  const loaded = await load().catch(() => null);
  if (loaded === null || page.stopped.aborted) return;
  const props = JSON.parse(element.dataset.props ?? '{}') as IslandProps;
  // Islands that need the library report that themselves (SiteParts.tsx).
  const onTaken = (): void => {
    if (element.querySelector('.site-live') === null) markLive(element);
  };
  const tree = islandTree(loaded.default, props, page.host, page.navigation, onTaken);
  // Unique id prefixes: several React roots share the document.
  const options = { identifierPrefix: name };
  // A transition hydrates in slices, so that scrolling and typing stay responsive.
  startTransition(() => {
    if (element.firstChild !== null) {
      page.roots.push(hydrateRoot(element, tree, options));
      return;
    }
    const created = createRoot(element, options);
    created.render(tree);
    page.roots.push(created);
  });
}

function whenNear(element: HTMLElement, start: () => void, stopped: AbortSignal): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) begin();
    },
    { rootMargin: NEAR },
  );
  const begin = (): void => {
    observer.disconnect();
    document.removeEventListener('keydown', begin, true);
    start();
  };
  // Keyboard users jump from control to control: load all islands on the first key.
  document.addEventListener('keydown', begin, { capture: true, signal: stopped });
  stopped.addEventListener('abort', () => observer.disconnect());
  observer.observe(boxOf(element));
}

/** An island's element has no box (display: contents); use the first descendant that has one. */
function boxOf(element: Element): Element {
  if (getComputedStyle(element).display !== 'contents') return element;
  const inner = [...element.children].find(
    (child) => child.getClientRects().length > 0 || getComputedStyle(child).display === 'contents',
  );
  return inner === undefined ? element : boxOf(inner);
}
