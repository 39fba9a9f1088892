import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { islandTree } from './island-tree.tsx';
import { type IslandName, type IslandProps, islandNamed } from './islands.tsx';
import { markLive } from './live.ts';
import type { PageHost } from './page-host.tsx';
import type { Place } from './place.tsx';

/** Distance below the window at which an island is loaded. */
const NEAR = '200px 0px';

/** Hydrates the islands below an element, each at its time. */
export function startIslands(root: HTMLElement, host: PageHost, place: Place): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-island]')) {
    const found = islandNamed(element.dataset.island);
    if (found === null) continue;
    const [name, { when }] = found;
    const start = (): void => void startIsland(element, name, host, place);
    // A page that was not prerendered (in development) has no markup to show meanwhile.
    if (when === 'now' || element.firstChild === null) start();
    else whenNear(element, start);
  }
}

async function startIsland(element: HTMLElement, name: IslandName, host: PageHost, place: Place) {
  const definition = islandNamed(name)?.[1];
  // An island whose code fails to load keeps its prerendered markup.
  const loaded = await definition?.load().catch(() => null);
  if (!loaded) return;
  const props = JSON.parse(element.dataset.props ?? '{}') as IslandProps;
  // Islands that need the library report that themselves (SiteParts.tsx).
  const onTaken = (): void => {
    if (element.querySelector('.site-live') === null) markLive(element);
  };
  const tree = islandTree(loaded.default, props, host, place, onTaken);
  // Unique id prefixes: several React roots share the document.
  const options = { identifierPrefix: name };
  // A transition hydrates in slices, so that scrolling and typing stay responsive.
  startTransition(() => {
    if (element.firstChild === null) createRoot(element, options).render(tree);
    else hydrateRoot(element, tree, options);
  });
}

function whenNear(element: HTMLElement, start: () => void): void {
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
  document.addEventListener('keydown', begin, true);
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
