import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { islandTree } from './island-tree.tsx';
import { type IslandName, type IslandProps, islandNamed } from './islands.tsx';
import { tellLive } from './live.ts';
import type { PageHost } from './page-host.tsx';
import type { Place } from './place.tsx';

/** How far below the window an island is when its code is asked for. */
const NEAR = '200px 0px';

/** Brings the islands below an element to life, each at its time. */
export function startIslands(root: HTMLElement, host: PageHost, place: Place): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-island]')) {
    const found = islandNamed(element.dataset.island);
    if (found === null) continue;
    const [name, { when }] = found;
    const start = (): void => void startIsland(element, name, host, place);
    // A page that was not prerendered (in development) has nothing to wait with.
    if (when === 'now' || element.firstChild === null) start();
    else whenNear(element, start);
  }
}

async function startIsland(element: HTMLElement, name: IslandName, host: PageHost, place: Place) {
  const definition = islandNamed(name)?.[1];
  // A part whose code does not arrive stays as it was prerendered.
  const loaded = await definition?.load().catch(() => null);
  if (!loaded) return;
  const props = JSON.parse(element.dataset.props ?? '{}') as IslandProps;
  // A part that needs the library lives once that is there, and tells it itself (SiteParts.tsx).
  const onTaken = (): void => {
    if (element.querySelector('.site-live') === null) tellLive(element);
  };
  const tree = islandTree(loaded.default, props, host, place, onTaken);
  // Ids are made below the island's name: several roots share a document.
  const options = { identifierPrefix: name };
  // In slices: somebody who scrolls or types meanwhile does not wait for all of it.
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
  // Somebody who reads by keyboard jumps from control to control: all of them are there when the first key is pressed.
  document.addEventListener('keydown', begin, true);
  observer.observe(boxOf(element));
}

/** An island's own element has no box; the first below it that has one stands for it. */
function boxOf(element: Element): Element {
  if (getComputedStyle(element).display !== 'contents') return element;
  const inner = [...element.children].find(
    (child) => child.getClientRects().length > 0 || getComputedStyle(child).display === 'contents',
  );
  return inner === undefined ? element : boxOf(inner);
}
