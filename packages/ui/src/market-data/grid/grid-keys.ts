import { columns } from '@openbell/core/time-sales';
import { pressedKey } from '../../primitives/pressed-key.ts';

/** A cell of the grid; row -1 is the header. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface GridKey {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Whether a key belongs to the browser: Alt, or Command on macOS, with an arrow key goes back or forward. */
export function isBrowserKey({ key, altKey, metaKey }: Pick<GridKey, 'key' | 'altKey' | 'metaKey'>): boolean {
  return altKey || (metaKey && (key === 'ArrowLeft' || key === 'ArrowRight'));
}

/** The body cell that contains an event's target; null outside the body. */
export function cellOf(target: EventTarget): Cell | null {
  const cell = target instanceof Element ? target.closest('td') : null;
  const row = Number(cell?.parentElement?.getAttribute('aria-rowindex'));
  const column = Number(cell?.getAttribute('aria-colindex'));
  return cell !== null && row > 0 && column > 0 ? { row: row - 2, column: column - 1 } : null;
}

/** Whether a key press copies the active row. With selected text, the browser copies the selection. */
export function isCopy(event: GridKey): boolean {
  return (
    (event.ctrlKey || event.metaKey) && pressedKey(event) === 'c' && (getSelection()?.isCollapsed ?? true)
  );
}

interface GridSize {
  /** Number of rows. */
  readonly count: number;
  /** Whole rows in view. */
  readonly page: number;
  isShown(column: number): boolean;
}

/** The active cell after a key of the ARIA grid pattern; null for other keys. */
export function activeAfter(event: GridKey, { row, column }: Cell, size: GridSize): Cell | null {
  if (isBrowserKey(event)) return null;
  const { count, page, isShown } = size;
  const shown = [...columns.keys()].filter(isShown);
  const last = shown.at(-1) ?? 0;
  const after = shown.find((one) => one > column) ?? last;
  const before = shown.findLast((one) => one < column) ?? 0;
  const whole = event.ctrlKey || event.metaKey;
  const at = (nextRow: number, nextColumn: number): Cell => ({
    row: Math.max(-1, Math.min(count - 1, nextRow)),
    column: Math.max(0, Math.min(last, nextColumn)),
  });
  switch (event.key) {
    case 'ArrowDown':
      return at(row + 1, column);
    case 'ArrowUp':
      return at(row - 1, column);
    case 'ArrowRight':
      return at(row, after);
    case 'ArrowLeft':
      return at(row, before);
    case 'PageDown':
      return at(row + page, column);
    case 'PageUp':
      return at(row - page, column);
    case 'Home':
      return whole ? at(0, 0) : at(row, 0);
    case 'End':
      return whole ? at(count - 1, last) : at(row, last);
    default:
      return null;
  }
}
