/** The scroll position and size of an element. */
interface ScrollPlace {
  readonly scrollTop: number;
  /** Pixels; a common screen height before the element is laid out. */
  readonly height: number;
}

export interface ScrollChange extends ScrollPlace {
  /** Whether the height changed since the previous change, even if it changed back. */
  readonly isResized: boolean;
}

interface ScrollWatch {
  /** Reads the current position; causes one layout. */
  read(): ScrollPlace;
  stop(): void;
}

interface ScrollWatchOptions {
  /**
   * A hidden scroll container of the same height with a fixed scroll height. A container that grows and shrinks back
   * between two frames has its `scrollTop` reduced by the browser, but no observer reports the resize; the gauge's own
   * `scrollTop` shows it.
   */
  readonly gauge?: HTMLElement | null;
}

const usualHeight = 640;

/**
 * Observes scrolling. Browsers dispatch scroll events once per frame before painting, so changes made in `onScroll` are
 * painted with the new position.
 */
export function watchScroll(
  node: HTMLElement,
  onScroll: (change: ScrollChange) => void,
  { gauge = null }: ScrollWatchOptions = {},
): ScrollWatch {
  const heightNow = (): number => (node.clientHeight === 0 ? usualHeight : node.clientHeight);
  let height = heightNow();
  let width = node.clientWidth;
  let mark = 0;
  const resetGauge = (): void => {
    if (gauge === null) return;
    gauge.scrollTop = gauge.scrollHeight;
    mark = gauge.scrollTop;
  };
  const read = (): ScrollPlace => ({ scrollTop: node.scrollTop, height });
  // Scroll events precede resize observers in a frame: the height may have changed already.
  const handleScroll = (): void => {
    const next = heightNow();
    const isResized = next !== height || (gauge !== null && gauge.scrollTop !== mark);
    height = next;
    if (isResized) resetGauge();
    onScroll({ ...read(), isResized });
  };
  const observer =
    typeof ResizeObserver === 'undefined'
      ? null
      : new ResizeObserver(() => {
          if (heightNow() === height && node.clientWidth === width) return;
          width = node.clientWidth;
          handleScroll();
        });
  resetGauge();
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
