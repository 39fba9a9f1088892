/** The scroll container of a list: an element, or the window for a list in the page. */
export type ListScroller = HTMLElement | Window;

/** Whether the browser keeps the visible rows in place when rows above them change. Safari does not. */
export const anchorsScroll = (): boolean => globalThis.CSS?.supports('overflow-anchor', 'auto') ?? false;

/** Returns the element that scrolls a list, which can be the list itself, or the window. */
export function scrollerOf(list: HTMLElement): ListScroller {
  const { body, documentElement } = list.ownerDocument;
  let at: HTMLElement | null = list;
  while (at !== null && at !== body && at !== documentElement) {
    // `overflow-x: hidden` computes to a vertical `auto` too, in elements that never scroll.
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
    at = at.parentElement;
  }
  return window;
}

/** Returns the pixels from the start of the list to the start of its scroller's view; 0 while the list starts below. */
export function offsetIn(list: HTMLElement, scroller: ListScroller): number {
  if (scroller === list) return list.scrollTop;
  const top = scroller instanceof HTMLElement ? scroller.getBoundingClientRect().top + scroller.clientTop : 0;
  return Math.max(0, top - list.getBoundingClientRect().top);
}
