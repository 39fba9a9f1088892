// Writes an anchored list's sizes and scroll position to its elements.
import { heightOf } from './drawn-rows.ts';
import type { ListState } from './list-state.ts';

export function writeSpace(list: ListState): void {
  const height = list.drawn.below + list.nudge;
  if (list.elements === null || height === list.spaceHeight) return;
  list.spaceHeight = height;
  list.elements.space.style.height = `${height}px`;
}

/**
 * Writes the list's length in whole pixels, because its layer counts from the top. A change repaints everything, so that
 * it waits for the end of a scroll while there is room.
 */
export function writeContent(list: ListState): void {
  const { elements, options, heights, range, drawn, viewport, contentHeight } = list;
  const height = Math.ceil(options.paddingStart + heights.total + options.paddingEnd - 0.01);
  if (elements === null || height === contentHeight) return;
  const hasRoom = range.start > 0 && drawn.below + heightOf(drawn) + viewport < contentHeight;
  if (list.isScrolling && hasRoom) return;
  list.contentHeight = height;
  elements.content.style.height = `${height}px`;
  // The browser scrolls a list back that has become shorter.
  list.position = Math.max(0, Math.min(list.position, height - viewport));
}

export function writePosition(list: ListState, wanted: number): void {
  if (list.elements === null) return;
  const { scroller } = list.elements;
  scroller.scrollTop = -wanted;
  list.position = -scroller.scrollTop;
  const rest = list.position - wanted;
  list.nudge = Math.abs(rest) < 1 && list.position > 0 ? rest : 0;
  writeSpace(list);
}
