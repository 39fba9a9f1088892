/** Where a scrolled element stands. */
interface ScrollPlace {
  readonly scrollTop: number;
  /** Pixels; before the element is laid out, a usual screen's. */
  readonly height: number;
}

interface ScrollWatch {
  /** Where it stands now: one reading of the layout, the height is known. */
  read(): ScrollPlace;
  stop(): void;
}

const usualHeight = 640;

/**
 * Watches a scrolled element. A browser tells of scrolling once a frame, before it draws that frame: what is drawn in
 * `onScroll` is on the screen together with the new place.
 */
export function watchScroll(node: HTMLElement, onScroll: (place: ScrollPlace) => void): ScrollWatch {
  const heightNow = (): number => (node.clientHeight === 0 ? usualHeight : node.clientHeight);
  let height = heightNow();
  const read = (): ScrollPlace => ({ scrollTop: node.scrollTop, height });
  const tell = (): void => onScroll(read());
  // A frame tells of scrolling before it tells of sizes: what got lower just now is known here already.
  const tellScroll = (): void => {
    height = heightNow();
    tell();
  };
  const observer =
    typeof ResizeObserver === 'undefined'
      ? null
      : new ResizeObserver(() => {
          const next = heightNow();
          if (next === height) return;
          height = next;
          tell();
        });
  node.addEventListener('scroll', tellScroll, { passive: true });
  observer?.observe(node);
  return {
    read,
    stop() {
      node.removeEventListener('scroll', tellScroll);
      observer?.disconnect();
    },
  };
}
