// Follows its documentation for long tables: TanStack Table's row model, TanStack Virtual's rows, table elements.
import type { TimedTrade } from '@openbell/core/time-sales';
import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import './tanstack.css';
import { cellText, columns, found, headHeight, rowHeight, type TableContender, widths } from './contender.ts';

const features = tableFeatures({});
const columnDefs: ColumnDef<typeof features, TimedTrade>[] = columns.map(({ id }) => ({
  id,
  accessorFn: (trade: TimedTrade) => trade[id],
  header: id,
  cell: ({ row }) => cellText(row.original, id),
}));

function PeerTable({ data }: { data: readonly TimedTrade[] }): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const table = useTable({ features, columns: columnDefs, data });
  const { rows } = table.getRowModel();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    scrollMargin: headHeight,
    overscan: 6,
  });
  return (
    <div ref={scroller} className="peer-scroller">
      <table className="peer-table">
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} className="peer-row">
              {group.headers.map((header) => (
                <th key={header.id} style={{ width: widths[header.column.id as keyof typeof widths] }}>
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <tr
                key={row.id}
                className="peer-row"
                style={{ position: 'absolute', transform: `translateY(${item.start - headHeight}px)` }}
              >
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} style={{ width: widths[cell.column.id as keyof typeof widths] }}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

let data: readonly TimedTrade[] = [];

export const contender: TableContender = {
  prepare(rows) {
    data = rows;
  },
  mount(host) {
    const root = createRoot(host);
    root.render(<PeerTable data={data} />);
    return () => root.unmount();
  },
  isDrawn: (host) => host.querySelector('tbody td') !== null,
  scroller: (host) => found(host, '.peer-scroller'),
};
