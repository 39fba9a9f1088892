import '@openbell/ui/styles.css';
import { createTradeTable, defaultWidths, type SortedRows } from '@openbell/core/time-sales';
import { TimeSalesGrid } from '@openbell/ui/market-data';
import { createRoot } from 'react-dom/client';
import { found, type TableContender } from './contender.ts';

let sorted: SortedRows;
const ignore = (): void => {};

export const contender: TableContender = {
  prepare(rows) {
    const table = createTradeTable(rows.length);
    table.append(rows);
    sorted = table.sorted(null);
  },
  mount(host) {
    const root = createRoot(host);
    root.render(
      <TimeSalesGrid rows={sorted} sort={null} widths={defaultWidths()} onSort={ignore} onResize={ignore} />,
    );
    return () => root.unmount();
  },
  isDrawn: (host) => host.querySelector('tbody td') !== null,
  scroller: (host) => found(host, '.ob-grid-scroller'),
};
