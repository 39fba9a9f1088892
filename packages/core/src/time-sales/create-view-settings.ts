import type { WritableAtom } from 'nanostores';
import type { Scheduler } from '../ports/index.ts';
import { createTask } from '../shared/task.ts';
import type { LiveTable } from './create-live-table.ts';
import type { Sort } from './order/sort.types.ts';
import type { TimeSales, TimeSalesState } from './time-sales.types.ts';
import { columnWidth, nextSort, withoutFirst } from './view/column-layout.ts';
import { everything, type TradeSelection } from './view/filter.ts';
import { readView, type ViewStorage, writeView } from './view/view-storage.ts';

interface ViewSettingsOptions {
  readonly $state: WritableAtom<TimeSalesState>;
  readonly rows: LiveTable;
  /** Without one, nothing is stored. */
  readonly storage: ViewStorage | undefined;
  readonly scheduler: Scheduler;
  /** The order of a stored view without a valid one. */
  readonly sort: Sort;
  readonly hasFeed: boolean;
}

/** Order, filters, widths and live trades, as the member chose them; each change is stored. */
export interface ViewSettings {
  readonly actions: Pick<
    TimeSales,
    'toggleSort' | 'setSort' | 'select' | 'clearSelection' | 'resize' | 'showColumn'
  >;
  /** Applies the stored settings, once until `reset`. */
  restore(): void;
  /** Whether live trades of a ticker are on; null without a feed. */
  isLiveFor(ticker: string): boolean | null;
  chooseLive(isLive: boolean): void;
  /** Drops the choice of live trades; the next `restore` reads again. */
  reset(): void;
}

export function createViewSettings(options: ViewSettingsOptions): ViewSettings {
  const { $state, rows, storage, scheduler, sort, hasFeed } = options;
  let liveChoice: boolean | null = null;
  let isRestored = false;
  /** Once a frame: dragging a column changes the settings many times. */
  const save = createTask((run) => scheduler.nextFrame(run), write);

  function write(): void {
    if (storage !== undefined) writeView(storage, { ...$state.get(), isLive: liveChoice });
  }

  function change(part: Partial<TimeSalesState>): void {
    $state.set({ ...$state.get(), ...part });
    save.schedule();
  }

  function isLiveFor(ticker: string): boolean | null {
    return hasFeed ? (liveChoice ?? ticker !== '') : null;
  }

  function setSort(next: Sort): void {
    change({ sort: next, rows: rows.sorted(next) });
  }

  function select(selection: TradeSelection): void {
    rows.select(selection);
    change({ selection, ...rows.state($state.get().sort) });
  }

  return {
    isLiveFor,
    actions: {
      setSort,
      toggleSort: (column) => setSort(nextSort($state.get().sort, column)),
      select: (part) => select({ ...$state.get().selection, ...part }),
      clearSelection: () => select(everything),
      resize(column, width) {
        const { widths } = $state.get();
        const next = columnWidth(width);
        if (widths[column] !== next) change({ widths: { ...widths, [column]: next } });
      },
      showColumn(column, isShown) {
        const hidden = $state.get().hidden.filter((one) => one !== column);
        change({ hidden: isShown ? hidden : withoutFirst([...hidden, column]) });
      },
    },
    chooseLive(isLive) {
      liveChoice = isLive;
      change({ isLive });
    },
    restore() {
      if (isRestored || storage === undefined) return;
      isRestored = true;
      const view = readView(storage, sort);
      if (view === null) return;
      liveChoice = view.isLive;
      $state.set({ ...$state.get(), ...view, isLive: isLiveFor($state.get().ticker) });
      rows.select(view.selection);
    },
    reset() {
      save.cancel();
      isRestored = false;
      liveChoice = null;
    },
  };
}
