/**
 * The roving tabindex of a grid: on the active cell, or on the grid while that cell's row is not rendered, so that
 * scrolling a row away does not lose the focus.
 */
export function createActiveCell(grid: HTMLElement, body: HTMLElement) {
  let active: HTMLElement | null = null;

  function move(next: HTMLElement | null): void {
    if (active === next) return;
    active?.removeAttribute('tabindex');
    next?.setAttribute('tabindex', '0');
    active = next;
  }

  return {
    /** Whether the focus is in the body, or was in a row that has been scrolled away. */
    hasFocus(): boolean {
      const focused = grid.ownerDocument.activeElement;
      return focused === grid || (focused !== null && body.contains(focused));
    },
    /** The header has the active cell. */
    clear(): void {
      grid.tabIndex = -1;
      move(null);
    },
    /** Null: the cell's row is not rendered. */
    set(cell: HTMLElement | null, takesFocus: boolean): void {
      grid.tabIndex = cell === null ? 0 : -1;
      move(cell);
      const target = cell ?? grid;
      if (takesFocus && target !== grid.ownerDocument.activeElement) target.focus({ preventScroll: true });
    },
  };
}
