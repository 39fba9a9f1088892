/** Marks which edges of a table scrolled sideways hide columns, for the shadows there. */
export function createEdgeMarks(scroller: HTMLElement, grid: HTMLElement) {
  let isAside = false;
  let hasMore = false;
  return {
    mark(): void {
      if (scroller.scrollLeft > 0 !== isAside) {
        isAside = !isAside;
        grid.toggleAttribute('data-aside', isAside);
      }
      const isCut = scroller.scrollLeft + scroller.clientWidth < scroller.scrollWidth - 1;
      if (isCut !== hasMore) {
        hasMore = isCut;
        scroller.toggleAttribute('data-more', hasMore);
      }
    },
  };
}
