// ag-grid with asynchronous transactions, as documented for live data; then scrolls its viewport to the end.
import type { FlashTrade } from '@openbell/core/trade-flash';
import {
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  type ColDef,
  type GridApi,
  ModuleRegistry,
  themeQuartz,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { createRoot } from 'react-dom/client';
import { columns, found, oncePerFrame, rowHeight, type TapeContender } from './contender.ts';

ModuleRegistry.registerModules([ClientSideRowModelModule, ClientSideRowModelApiModule]);

const columnDefs: ColDef<FlashTrade>[] = columns.map(({ id, width, text }) => ({
  colId: id,
  headerName: id,
  width,
  valueGetter: ({ data }) => (data === undefined || data === null ? '' : text(data)),
}));
const theme = themeQuartz.withParams({ fontSize: 13 });
let api: GridApi<FlashTrade> | null = null;

export const contender: TapeContender = {
  mount(host, trades) {
    createRoot(host).render(
      <div style={{ flex: 1, minHeight: 0 }}>
        <AgGridReact<FlashTrade>
          theme={theme}
          columnDefs={columnDefs}
          rowData={[...trades]}
          rowHeight={rowHeight}
          asyncTransactionWaitMillis={16}
          animateRows={false}
          onGridReady={(event) => {
            api = event.api;
          }}
          onAsyncTransactionsFlushed={() => {
            const viewport = found(host, '.ag-grid-viewport');
            viewport.scrollTop = viewport.scrollHeight;
          }}
        />
      </div>,
    );
  },
  append: oncePerFrame((trades) => {
    api?.applyTransactionAsync({ add: [...trades] });
  }),
  newest: (host) =>
    Math.max(
      ...Array.from(host.querySelectorAll('.ag-row .ag-cell[col-id="id"]'), (cell) =>
        Number(cell.textContent),
      ),
    ),
};
