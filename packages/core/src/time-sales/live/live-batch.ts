// What the feed says beside a load: held back until an answer has come, told apart from what it holds, and carried over
// to the next load of the same ticker.
import type { Trade } from '../../contract/index.ts';
import type { TradeTable } from '../create-trade-table.ts';

/** Live rows that a further load of the same ticker need not hold. */
const mostCarried = 50_000;

export interface Arrivals {
  /** Whether there is a load to tell rows from. */
  readonly isJoined: boolean;
  /** Keeps rows for the next answer; the newest of them, where there are very many. */
  hold(rows: readonly Trade[]): void;
  /** Gives back what is held. */
  release(): readonly Trade[];
  /** Those that the table does not have. */
  fresh(rows: readonly Trade[]): readonly Trade[];
  /** From here on a load's rows count; gives what it lacks: of the live rows of the table before, and of the held ones. */
  join(loaded: TradeTable, before: TradeTable | null): readonly Trade[];
  forget(): void;
}

export function createArrivals(): Arrivals {
  let held: Trade[] = [];
  let isNew: ((row: Trade) => boolean) | null = null;
  /** How many rows of the table the load gave. */
  let loadedCount = 0;

  function release(): readonly Trade[] {
    const rows = held;
    held = [];
    return rows;
  }

  function fresh(rows: readonly Trade[]): readonly Trade[] {
    return rows.filter((row) => isNew?.(row) ?? false);
  }

  function liveRows(table: TradeTable): Trade[] {
    const rows: Trade[] = [];
    for (let index = Math.max(loadedCount, table.count - mostCarried); index < table.count; index++) {
      const row = table.row(index);
      if (row !== null) rows.push(row);
    }
    return rows;
  }

  return {
    get isJoined() {
      return isNew !== null;
    },
    hold(rows) {
      for (const row of rows) held.push(row);
      // The answer holds the older ones, if anything does.
      if (held.length > mostCarried * 2) held = held.slice(-mostCarried);
    },
    release,
    fresh,
    join(loaded, before) {
      const carried = before === null ? [] : liveRows(before);
      loadedCount = loaded.count;
      isNew = loaded.join();
      return fresh([...carried, ...release()]);
    },
    forget() {
      isNew = null;
      held = [];
    },
  };
}
