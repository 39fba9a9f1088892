import type { TimedTrade } from '@openbell/core/time-sales';
import {
  ClientSideRowModelModule,
  type ColDef,
  ModuleRegistry,
  type Theme,
  themeQuartz,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { createRoot } from 'react-dom/client';
import { cellText, columns, found, headHeight, rowHeight, type TableContender, widths } from './contender.ts';

ModuleRegistry.registerModules([ClientSideRowModelModule]);

export const columnDefs: ColDef<TimedTrade>[] = columns.map(({ id }, index) => ({
  colId: id,
  headerName: id,
  width: widths[id],
  minWidth: 60,
  sortable: true,
  resizable: true,
  valueGetter: ({ data }) => (data === undefined ? '' : cellText(data, id)),
  ...(index === 0 ? { pinned: 'left' as const } : {}),
}));
export const theme: Theme = themeQuartz.withParams({ fontSize: 13 });

let data: TimedTrade[] = [];

export const contender: TableContender = {
  prepare(rows) {
    data = [...rows];
  },
  mount(host) {
    const root = createRoot(host);
    root.render(
      <div style={{ flex: 1, minHeight: 0 }}>
        <AgGridReact<TimedTrade>
          theme={theme}
          columnDefs={columnDefs}
          rowData={data}
          rowHeight={rowHeight}
          headerHeight={headHeight}
          suppressColumnVirtualisation
        />
      </div>,
    );
    return () => root.unmount();
  },
  isDrawn: (host) => host.querySelector('.ag-row .ag-cell') !== null,
  scroller: (host) => found(host, '.ag-grid-viewport'),
};
