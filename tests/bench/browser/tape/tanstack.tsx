// TanStack Table and Virtual: sets a new array once per frame and scrolls the list to its end.
import type { FlashTrade } from '@openbell/core/trade-flash';
import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import '../table/tanstack.css';
import { columns, oncePerFrame, rowHeight, type TapeContender } from './contender.ts';

const features = tableFeatures({});
const columnDefs: ColumnDef<typeof features, FlashTrade>[] = columns.map(({ id, text }) => ({
  id,
  accessorFn: text,
  cell: ({ row }) => text(row.original),
}));
const widthOf: ReadonlyMap<string, number> = new Map(columns.map(({ id, width }) => [id, width]));
let appendTrades: (trades: readonly FlashTrade[]) => void = () => {};

function Peer({ first }: { first: readonly FlashTrade[] }): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [data, setData] = useState(first);
  const table = useTable({ features, columns: columnDefs, data });
  const { rows } = table.getRowModel();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  useEffect(() => {
    appendTrades = (trades) => setData((old) => old.concat(trades));
  }, []);
  useEffect(() => {
    virtualizer.scrollToIndex(rows.length - 1, { align: 'end' });
  }, [virtualizer, rows.length]);
  return (
    <div ref={scroller} className="peer-scroller">
      <table className="peer-table">
        <tbody style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <tr
                key={row.id}
                className="peer-row"
                style={{ position: 'absolute', transform: `translateY(${item.start}px)` }}
              >
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} style={{ width: widthOf.get(cell.column.id) }}>
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

export const contender: TapeContender = {
  mount: (host, trades) => createRoot(host).render(<Peer first={trades} />),
  append: oncePerFrame((trades) => appendTrades(trades)),
  newest: (host) => Number(host.querySelector('tbody tr:last-child td')?.textContent),
};
