/** The scroll position and size of an element. */
interface ScrollPlace {
  readonly scrollTop: number;
  /** Pixels; a common screen height before the element is laid out. */
  readonly height: number;
}

interface ScrollWatch {
  /** Reads the current position; causes one layout. */
  read(): ScrollPlace;
  stop(): void;
}

const usualHeight = 640;

/**
 * Observes scrolling. Browsers dispatch scroll events once per frame before painting, so changes made in `onScroll` are
 * painted with the new position.
 */
export function watchScroll(node: HTMLElement, onScroll: (place: ScrollPlace) => void): ScrollWatch {
  const heightNow = (): number => (node.clientHeight === 0 ? usualHeight : node.clientHeight);
  let height = heightNow();
  const read = (): ScrollPlace => ({ scrollTop: node.scrollTop, height });
  const notify = (): void => onScroll(read());
  // Scroll events precede resize observers in a frame: the height may have shrunk already.
  const handleScroll = (): void => {
    height = heightNow();
    notify();
  };
  const observer =
    typeof ResizeObserver === 'undefined'
      ? null
      : new ResizeObserver(() => {
          const next = heightNow();
          if (next === height) return;
          height = next;
          notify();
        });
  node.addEventListener('scroll', handleScroll, { passive: true });
  observer?.observe(node);
  return {
    read,
    stop() {
      node.removeEventListener('scroll', handleScroll);
      observer?.disconnect();
    },
  };
}
