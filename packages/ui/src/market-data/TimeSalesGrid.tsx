'use client';

import {
  type ColumnId,
  cellText,
  columns,
  rowTextOf,
  rowWindow,
  type Sort,
  type SortedRows,
  scrollTopFor,
} from '@openbell/core/time-sales';
import {
  type CSSProperties,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { useTexts } from '../primitives/index.ts';
import { activeAfter, type Cell, isCopy } from './grid-keys.ts';
import { rowGroup } from './grid-roles.ts';
import { TimeSalesHeader } from './TimeSalesHeader.tsx';
import { cellId, TimeSalesRow } from './TimeSalesRow.tsx';
import { useViewport } from './use-viewport.ts';

/** Props of {@link TimeSalesGrid}. */
export interface TimeSalesGridProps {
  rows: SortedRows;
  sort: Sort;
  /** Pixels. */
  widths: Readonly<Record<ColumnId, number>>;
  onSort: (column: ColumnId) => void;
  onResize: (column: ColumnId, width: number) => void;
  /** Further rows are on their way. */
  busy?: boolean | undefined;
}

const rowHeight = 28;
const headHeight = 32;

/** A table may be a grid (ARIA in HTML): one stop of the Tab key, walked by its own keys. */
function gridPattern(activeCell: string | undefined): HTMLAttributes<HTMLTableElement> {
  return { role: 'grid', tabIndex: 0, 'aria-activedescendant': activeCell };
}

/**
 * The table of trades, by the ARIA grid pattern. Only the rows in view are in the document, whose number does not
 * grow with the data; the cell that the keyboard is at is named by `aria-activedescendant`.
 */
export function TimeSalesGrid({ rows, sort, widths, onSort, onResize, busy }: TimeSalesGridProps): ReactNode {
  const text = useTexts();
  const id = useId();
  const scroller = useRef<HTMLDivElement | null>(null);
  const { scrollTop, height } = useViewport(scroller);
  // Row -1 is the head.
  const [active, setActive] = useState<Cell>({ row: -1, column: 0 });
  /** What was copied last, for those who hear it. */
  const [copied, setCopied] = useState('');
  const viewport = Math.max(rowHeight, height - headHeight);
  const input = { count: rows.count, rowHeight, viewport, scrollTop };
  const shown = rowWindow(input);
  const activeRow = Math.min(active.row, rows.count - 1);
  const isDrawn = activeRow === -1 || (activeRow >= shown.first && activeRow < shown.end);

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>): void {
    const isOwn = event.target === event.currentTarget;
    const column = columns[active.column];
    if (isOwn && activeRow === -1 && column !== undefined && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      onSort(column.id);
      return;
    }
    if (isCopy(event) && activeRow >= 0) {
      event.preventDefault();
      void copyRow(activeRow);
      return;
    }
    const next = activeAfter(
      event,
      { ...active, row: activeRow },
      rows.count,
      Math.floor(viewport / rowHeight),
    );
    if (next === null) return;
    event.preventDefault();
    // From a head's button, where a click has put the focus, the arrows lead on through the grid.
    if (!isOwn) event.currentTarget.focus();
    setActive(next);
    reveal(next);
  }

  async function copyRow(place: number): Promise<void> {
    const trade = rows.at(place);
    if (trade === null) return;
    try {
      await navigator.clipboard.writeText(rowTextOf(trade));
      setCopied(text('market.row.copied', { option: cellText(trade, 'option') }));
    } catch {
      setCopied(text('market.row.notCopied'));
    }
  }

  function reveal(cell: Cell): void {
    const node = scroller.current;
    if (node === null) return;
    if (cell.row >= 0) node.scrollTop = scrollTopFor(cell.row, { ...input, scrollTop: node.scrollTop });
    const frozen = widths[columns[0]?.id ?? 'time'];
    let left = 0;
    for (const { id: column } of columns.slice(0, cell.column)) left += widths[column];
    const right = left + widths[columns[cell.column]?.id ?? 'time'];
    if (cell.column === 0) node.scrollLeft = 0;
    else if (left - frozen < node.scrollLeft) node.scrollLeft = left - frozen;
    else if (right > node.scrollLeft + node.clientWidth) node.scrollLeft = right - node.clientWidth;
  }

  /** A click leaves the keyboard where it was made. */
  function onMouseDown(event: MouseEvent<HTMLTableElement>): void {
    const cell = event.target instanceof Element ? event.target.closest('td') : null;
    const row = Number(cell?.parentElement?.getAttribute('aria-rowindex'));
    const column = Number(cell?.getAttribute('aria-colindex'));
    if (cell !== null && row > 0 && column > 0) setActive({ row: row - 2, column: column - 1 });
  }

  const geometry: Record<string, string> = { '--ob-grid-top': `${shown.top}px` };
  let total = 0;
  for (const column of columns) {
    geometry[`--ob-column-${column.id}`] = `${widths[column.id]}px`;
    total += widths[column.id];
  }

  const drawn: ReactNode[] = [];
  for (let place = shown.first; place < shown.end; place++) {
    drawn.push(
      <TimeSalesRow
        key={place}
        gridId={id}
        rows={rows}
        place={place}
        activeColumn={place === activeRow ? active.column : -1}
      />,
    );
  }

  return (
    <div ref={scroller} className="ob-grid-scroller">
      <table
        className="ob-grid"
        data-part="time-sales"
        {...gridPattern(isDrawn ? cellId(id, activeRow, active.column) : undefined)}
        aria-label={text('market.tab.timeSales')}
        aria-rowcount={rows.count + 1}
        aria-colcount={columns.length}
        aria-busy={busy || undefined}
        onKeyDown={onKeyDown}
        onMouseDown={onMouseDown}
        style={geometry as CSSProperties}
      >
        <TimeSalesHeader
          gridId={id}
          width={total}
          sort={sort}
          widths={widths}
          activeColumn={activeRow === -1 ? active.column : -1}
          tabbableColumn={active.column}
          onSort={(column) => {
            setActive({ row: -1, column: columns.findIndex((candidate) => candidate.id === column) });
            onSort(column);
          }}
          onResize={onResize}
        />
        <tbody {...rowGroup} className="ob-grid-body" style={{ height: shown.height, width: total }}>
          {drawn}
        </tbody>
      </table>
      <span className="ob-visually-hidden" aria-live="polite" data-part="copied">
        {copied}
      </span>
    </div>
  );
}
