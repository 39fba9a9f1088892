'use client';

import {
  type ColumnId,
  cellText,
  columns,
  rowTextOf,
  type Sort,
  type SortedRows,
  zoneText,
} from '@openbell/core/time-sales';
import { useBeforePaint } from '@openbell/react-hooks';
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { useTexts } from '../../primitives/index.ts';
import { createGridBody, type GridBody } from './grid-body.ts';
import { activeAfter, type Cell, cellOf, isCopy } from './grid-keys.ts';
import { bodyGroup, gridRole } from './grid-roles.ts';
import { TimeSalesHeader } from './TimeSalesHeader.tsx';

export interface TimeSalesGridProps {
  rows: SortedRows;
  sort: Sort;
  /** Column widths in pixels. */
  widths: Readonly<Record<ColumnId, number>>;
  /** Columns that are not shown. Default: none. */
  hidden?: readonly ColumnId[] | undefined;
  onSort: (column: ColumnId) => void;
  onResize: (column: ColumnId, width: number) => void;
  /** Whether more rows are loading. */
  busy?: boolean | undefined;
}

const noColumns: readonly ColumnId[] = [];

/**
 * The table of trades, an ARIA grid. `grid-body.ts` renders only the visible rows, outside React, so the document does
 * not grow with the data. One cell or header at a time is tabbable (roving tabindex); the arrow keys move it.
 */
export function TimeSalesGrid(props: TimeSalesGridProps): ReactNode {
  const { rows, sort, widths, hidden = noColumns, onSort, onResize, busy } = props;
  const text = useTexts();
  const scroller = useRef<HTMLDivElement | null>(null);
  const grid = useRef<HTMLTableElement | null>(null);
  const tbody = useRef<HTMLTableSectionElement | null>(null);
  const body = useRef<GridBody | null>(null);
  // Row -1 is the header.
  const [active, setActive] = useState<Cell>({ row: -1, column: 0 });
  /** Whether the keyboard moved the active cell, so that the focus follows. */
  const isMoved = useRef(false);
  const { copied, copyRow } = useCopiedRow(rows);
  const activeRow = Math.min(active.row, rows.count - 1);
  const isShown = (column: number): boolean => !hidden.includes(columns[column]?.id ?? 'time');
  const activeColumn = isShown(active.column) ? active.column : 0;

  useBeforePaint(() => {
    if (scroller.current === null || grid.current === null || tbody.current === null) return;
    const made = createGridBody({ scroller: scroller.current, grid: grid.current, body: tbody.current });
    body.current = made;
    return () => {
      made.destroy();
      body.current = null;
    };
  }, []);

  function focusActive(): void {
    if (activeRow >= 0) body.current?.focus();
    else grid.current?.querySelectorAll<HTMLElement>('th button')[activeColumn]?.focus();
  }

  useBeforePaint(() => {
    body.current?.show({ rows, text, widths, active: { row: activeRow, column: activeColumn } });
    if (!isMoved.current) return;
    isMoved.current = false;
    focusActive();
  });

  /** The grid itself gets the focus only while its active row is scrolled out of view. */
  function onFocus(event: FocusEvent<HTMLTableElement>): void {
    if (event.target === event.currentTarget) focusActive();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>): void {
    if (isCopy(event) && activeRow >= 0) {
      event.preventDefault();
      void copyRow(activeRow);
      return;
    }
    const page = body.current?.page() ?? 1;
    const next = activeAfter(
      event,
      { row: activeRow, column: activeColumn },
      { count: rows.count, page, isShown },
    );
    if (next === null) return;
    event.preventDefault();
    isMoved.current = true;
    setActive(next);
    if (next.row >= 0) body.current?.reveal(next.row);
    if (scroller.current !== null) revealColumn(scroller.current, { column: next.column, widths, hidden });
  }

  /** A click makes the clicked cell the active one. */
  function onMouseDown(event: MouseEvent<HTMLTableElement>): void {
    const cell = cellOf(event.target);
    if (cell === null || event.button !== 0) return;
    isMoved.current = true;
    setActive(cell);
  }

  /** Shows text that does not fit its cell in a tooltip. */
  function onMouseOver(event: MouseEvent<HTMLTableElement>): void {
    const cell = cellOf(event.target);
    if (cell !== null) body.current?.entitle(cell);
  }

  return (
    // Numbers run left to right in any locale: with dir="rtl" a minus sign would move behind its number.
    <div className="ob-grid-frame" dir="ltr">
      <div ref={scroller} className="ob-grid-scroller" style={geometryOf({ widths, hidden })}>
        <table
          ref={grid}
          className="ob-grid"
          data-part="time-sales"
          data-hidden={hidden.join(' ') || undefined}
          {...gridRole}
          aria-label={text('market.tab.timeSales')}
          aria-rowcount={rows.count + 1}
          aria-colcount={columns.length}
          aria-busy={busy || undefined}
          onKeyDown={onKeyDown}
          onMouseDown={onMouseDown}
          onMouseOver={onMouseOver}
          onFocus={onFocus}
        >
          <TimeSalesHeader
            sort={sort}
            widths={widths}
            tabbableColumn={activeColumn}
            zone={zoneText(rows.at(0)?.time)}
            isTabbable={activeRow === -1}
            onSort={(column) => {
              setActive({ row: -1, column: columns.findIndex((candidate) => candidate.id === column) });
              // A new sort order starts at its first row.
              body.current?.reveal(0);
              onSort(column);
            }}
            onResize={onResize}
          />
          <tbody ref={tbody} {...bodyGroup} className="ob-grid-body" />
        </table>
        <span className="ob-visually-hidden" aria-live="polite" data-part="copied">
          <span key={copied.times}>{copied.message}</span>
        </span>
      </div>
      <div className="ob-grid-edge" aria-hidden="true" />
    </div>
  );
}

/** Copies a row as text. Returns the last announcement for the live region. */
function useCopiedRow(rows: SortedRows) {
  const text = useTexts();
  const [copied, setCopied] = useState({ times: 0, message: '' });
  /** A new element per announcement, so that a repeated text is announced again. */
  const announce = (message: string): void => setCopied(({ times }) => ({ times: times + 1, message }));
  const copyRow = async (place: number): Promise<void> => {
    const trade = rows.at(place);
    if (trade === null) return;
    try {
      await navigator.clipboard.writeText(rowTextOf(trade));
      announce(text('market.row.copied', { option: cellText(trade, 'option') }));
    } catch {
      announce(text('market.row.notCopied'));
    }
  };
  return { copied, copyRow };
}

interface ColumnLayout {
  readonly widths: TimeSalesGridProps['widths'];
  readonly hidden: readonly ColumnId[];
}

/** Scrolls sideways until a column is in view beside the first one, which stays. */
function revealColumn(
  scroller: HTMLElement,
  { column, widths, hidden }: ColumnLayout & { readonly column: number },
): void {
  const frozen = widths[columns[0]?.id ?? 'time'];
  let left = 0;
  for (const { id } of columns.slice(0, column)) left += hidden.includes(id) ? 0 : widths[id];
  const right = left + widths[columns[column]?.id ?? 'time'];
  if (column === 0) scroller.scrollLeft = 0;
  else if (left - frozen < scroller.scrollLeft) scroller.scrollLeft = left - frozen;
  else if (right > scroller.scrollLeft + scroller.clientWidth)
    scroller.scrollLeft = right - scroller.clientWidth;
}

/** The widths of the columns and of the table, as custom properties. */
function geometryOf({ widths, hidden }: ColumnLayout): CSSProperties {
  const geometry: Record<string, string> = {};
  let total = 0;
  for (const { id } of columns) {
    geometry[`--ob-column-${id}`] = `${widths[id]}px`;
    if (!hidden.includes(id)) total += widths[id];
  }
  geometry['--ob-grid-width'] = `${total}px`;
  return geometry;
}
