'use client';

import { type ColumnId, columns, minColumnWidth, type Sort } from '@openbell/core/time-sales';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { useTexts } from '../../primitives/index.ts';
import { isBrowserKey } from './grid-keys.ts';
import { columnHeader, gridRow, rowGroup } from './grid-roles.ts';

export interface TimeSalesHeaderProps {
  sort: Sort;
  widths: Readonly<Record<ColumnId, number>>;
  /** Index of the one column whose resize handle is tabbable. */
  tabbableColumn: number;
  /** Whether that column's button is tabbable too: the active cell is in the header. */
  isTabbable: boolean;
  /** The viewer's time zone; empty when unknown. */
  zone: string;
  onSort: (column: ColumnId) => void;
  onResize: (column: ColumnId, width: number) => void;
}

function ariaSort(sort: Sort, column: ColumnId): 'ascending' | 'descending' | 'none' {
  if (sort === null || sort.column !== column) return 'none';
  return sort.direction === 'asc' ? 'ascending' : 'descending';
}

const signs = { ascending: '▲', descending: '▼', none: '' } as const;

/** The header row: clicking sorts, dragging a column's edge resizes it. */
export function TimeSalesHeader(props: TimeSalesHeaderProps): ReactNode {
  const { sort, widths, tabbableColumn, isTabbable, zone, onSort, onResize } = props;
  const text = useTexts();
  return (
    <thead {...rowGroup} className="ob-grid-head">
      <tr {...gridRow} aria-rowindex={1} className="ob-grid-row">
        {columns.map(({ id, numeric }, index) => {
          const order = ariaSort(sort, id);
          const name = text(`market.column.${id}`);
          const label =
            id === 'time' && zone !== '' ? text('market.column.zone', { column: name, zone }) : name;
          return (
            <th
              {...columnHeader}
              key={id}
              scope="col"
              aria-sort={order}
              aria-colindex={index + 1}
              aria-label={label}
              className="ob-grid-cell ob-grid-header"
              data-column={id}
              data-numeric={numeric || undefined}
            >
              <button
                type="button"
                tabIndex={isTabbable && index === tabbableColumn ? 0 : -1}
                className="ob-grid-header-button"
                onClick={() => onSort(id)}
              >
                <span className="ob-grid-header-label">{label}</span>
                <span className="ob-grid-sort" aria-hidden="true">
                  {signs[order]}
                </span>
              </button>
              <ResizeHandle
                label={text('market.column.resize', { column: label })}
                width={widths[id]}
                isTabbable={index === tabbableColumn}
                onResize={(next) => onResize(id, next)}
              />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

const step = 10;

interface ResizeHandleProps {
  label: string;
  width: number;
  isTabbable: boolean;
  onResize: (width: number) => void;
}

/** A column's resize handle: dragging or the arrow keys resize, Home sets the minimum width. */
function ResizeHandle({ label, width, isTabbable, onResize }: ResizeHandleProps): ReactNode {
  const drag = useRef<{ readonly x: number; readonly width: number } | null>(null);

  function onKeyDown(event: KeyboardEvent): void {
    if (isBrowserKey(event)) return;
    const wide = event.shiftKey ? step * 5 : step;
    const next =
      event.key === 'ArrowRight'
        ? width + wide
        : event.key === 'ArrowLeft'
          ? width - wide
          : event.key === 'Home'
            ? minColumnWidth
            : null;
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    onResize(next);
  }

  function onPointerMove(event: PointerEvent): void {
    const from = drag.current;
    if (from !== null) onResize(from.width + event.clientX - from.x);
  }

  return (
    <hr
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={minColumnWidth}
      aria-valuemax={Math.max(1000, width)}
      tabIndex={isTabbable ? 0 : -1}
      className="ob-grid-resize"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        drag.current = { x: event.clientX, width };
        event.currentTarget.setPointerCapture?.(event.pointerId);
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        drag.current = null;
      }}
      onPointerCancel={() => {
        drag.current = null;
      }}
    />
  );
}
