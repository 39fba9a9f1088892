import {
  DataEditor,
  type GridCell,
  GridCellKind,
  type GridColumn,
  type Item,
} from '@glideapps/glide-data-grid';
import type { TimedTrade } from '@openbell/core/time-sales';
import '@glideapps/glide-data-grid/dist/index.css';
import { createRoot } from 'react-dom/client';
import { cellText, columns, found, headHeight, rowHeight, type TableContender, widths } from './contender.ts';

export const gridColumns: GridColumn[] = columns.map(({ id }) => ({ id, title: id, width: widths[id] }));

export function cellOf(trade: TimedTrade | undefined, column: number): GridCell {
  const id = columns[column]?.id;
  const text = trade === undefined || id === undefined ? '' : cellText(trade, id);
  return { kind: GridCellKind.Text, data: text, displayData: text, allowOverlay: false };
}

let data: readonly TimedTrade[] = [];
const getCellContent = ([column, row]: Item): GridCell => cellOf(data[row], column);

export const contender: TableContender = {
  prepare(rows) {
    data = rows;
  },
  mount(host) {
    const root = createRoot(host);
    root.render(
      <DataEditor
        width={1100}
        height={800}
        columns={gridColumns}
        rows={data.length}
        getCellContent={getCellContent}
        rowHeight={rowHeight}
        headerHeight={headHeight}
        freezeColumns={1}
        smoothScrollY
        smoothScrollX
      />,
    );
    return () => root.unmount();
  },
  isDrawn: (host) => host.querySelector('canvas') !== null && host.querySelector('.dvn-scroller') !== null,
  scroller: (host) => found(host, '.dvn-scroller'),
};
