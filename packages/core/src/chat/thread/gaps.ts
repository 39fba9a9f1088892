// Holes in a thread: places before which messages may be missing.
import type { ThreadPage } from './types.ts';

export interface Gaps {
  has(id: number): boolean;
  add(id: number): void;
  /** Gives whether there was one. */
  remove(id: number): boolean;
  keep(isKept: (id: number) => boolean): void;
  /**
   * A page from `first` to `last` has no holes inside it, nor between its end and the place it was asked for. Gives
   * whether it reaches the beginning of the chat.
   */
  close(first: number, last: number, page: ThreadPage): boolean;
  /** The newest place, or null. */
  newest(): number | null;
}

export function createGaps(): Gaps {
  /** Ascending. */
  let places: readonly number[] = [];
  return {
    has: (id) => places.includes(id),
    add(id) {
      if (!places.includes(id)) places = [...places, id].sort((a, b) => a - b);
    },
    remove(id) {
      const isThere = places.includes(id);
      if (isThere) places = places.filter((place) => place !== id);
      return isThere;
    },
    keep(isKept) {
      places = places.filter(isKept);
    },
    close(first, last, page) {
      const end = page.before ?? (page.after === undefined ? last : Number.POSITIVE_INFINITY);
      const reachesStart = page.first_message_id === -1;
      places = places.filter((id) => id > end || (id <= first && !reachesStart));
      return reachesStart;
    },
    newest: () => places.at(-1) ?? null,
  };
}
