// glide-data-grid: pushes trades onto an array, updates the row count and scrolls to the last row.

import {
  DataEditor,
  type DataEditorRef,
  type GridCell,
  GridCellKind,
  type GridColumn,
  type Item,
} from '@glideapps/glide-data-grid';
import type { FlashTrade } from '@openbell/core/trade-flash';
import '@glideapps/glide-data-grid/dist/index.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { columns, oncePerFrame, rowHeight, type TapeContender } from './contender.ts';

const gridColumns: GridColumn[] = columns.map(({ id, width }) => ({ id, title: id, width }));
const trades: FlashTrade[] = [];
let updateCount: (count: number) => void = () => {};

const getCellContent = ([column, row]: Item): GridCell => {
  const trade = trades[row];
  const text = trade === undefined ? '' : (columns[column]?.text(trade) ?? '');
  return { kind: GridCellKind.Text, data: text, displayData: text, allowOverlay: false };
};

function Peer(): ReactNode {
  const grid = useRef<DataEditorRef>(null);
  const [count, setCount] = useState(trades.length);
  useEffect(() => {
    updateCount = setCount;
  }, []);
  useEffect(() => {
    grid.current?.scrollTo(0, count - 1, 'vertical', 0, 0, { vAlign: 'end' });
  }, [count]);
  return (
    <DataEditor
      ref={grid}
      width={1100}
      height={800}
      columns={gridColumns}
      rows={count}
      getCellContent={getCellContent}
      rowHeight={rowHeight}
    />
  );
}

export const contender: TapeContender = {
  mount(host, first) {
    trades.push(...first);
    createRoot(host).render(<Peer />);
  },
  append: oncePerFrame((more) => {
    for (const trade of more) trades.push(trade);
    updateCount(trades.length);
  }),
  newest: () => null,
};
