'use client';

import { cellText, columns, labelOf, type SortedRows, sideOf } from '@openbell/core/time-sales';
import { type MemoExoticComponent, memo, type ReactNode } from 'react';
import { useTexts } from '../primitives/index.ts';
import { gridCell, gridRow } from './grid-roles.ts';

/** The id of a cell's element; row -1 is the head. */
export function cellId(gridId: string, row: number, column: number): string {
  return `${gridId}-${row}-${column}`;
}

interface TimeSalesRowProps {
  gridId: string;
  rows: SortedRows;
  place: number;
  /** -1 when the keyboard is elsewhere. */
  activeColumn: number;
}

const sideSigns = { bought: '▲', sold: '▼' } as const;

/** One trade. Its side is told by colour, by a sign, and by a word for those who hear it. */
export const TimeSalesRow: MemoExoticComponent<(props: TimeSalesRowProps) => ReactNode> = memo(
  function TimeSalesRow({ gridId, rows, place, activeColumn }: TimeSalesRowProps): ReactNode {
    const text = useTexts();
    const trade = rows.at(place);
    if (trade === null) return null;
    const side = sideOf(trade);
    const label = labelOf(trade);
    return (
      <tr
        {...gridRow}
        aria-rowindex={place + 2}
        className="ob-grid-row"
        data-side={side ?? undefined}
        data-odd={place % 2 === 1 || undefined}
      >
        {columns.map(({ id, numeric }, index) => (
          <td
            {...gridCell}
            key={id}
            id={cellId(gridId, place, index)}
            aria-colindex={index + 1}
            className="ob-grid-cell"
            data-column={id}
            data-numeric={numeric || undefined}
            data-active={index === activeColumn || undefined}
            title={numeric && id !== 'market' ? undefined : id === 'time' ? undefined : trade[id]?.toString()}
          >
            {id === 'time' ? (
              <span className="ob-grid-side">
                <span aria-hidden="true">{side === null ? '' : sideSigns[side]}</span>
                {side === null ? null : (
                  <span className="ob-visually-hidden">{text(`market.side.${side}`)}</span>
                )}
              </span>
            ) : null}
            {id === 'condition' && label !== null ? (
              <span className="ob-grid-label" data-label={label}>
                {text(`market.label.${label}`)}
              </span>
            ) : null}
            {cellText(trade, id)}
          </td>
        ))}
      </tr>
    );
  },
);
