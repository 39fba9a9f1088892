// A thread is ordered by the server's ids. Dates are for display only, because clocks differ.

interface Identified {
  readonly id: number;
}

/** Returns the first index whose id is at least `id`, in a list ascending by id. */
export function lowerBound(list: readonly Identified[], id: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] as Identified).id < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the index of `id` in a list ascending by id, or -1. */
export function indexOfId(list: readonly Identified[], id: number): number {
  const index = lowerBound(list, id);
  return list[index]?.id === id ? index : -1;
}

/** Merges two lists ascending by id; on equal ids `pick` decides. Linear. */
export function mergeAscending<T extends Identified>(
  known: readonly T[],
  incoming: readonly T[],
  pick: (known: T, incoming: T) => T,
): T[] {
  const merged: T[] = [];
  let i = 0;
  let j = 0;
  while (i < known.length && j < incoming.length) {
    const left = known[i] as T;
    const right = incoming[j] as T;
    if (left.id < right.id) {
      merged.push(left);
      i += 1;
    } else if (left.id > right.id) {
      merged.push(right);
      j += 1;
    } else {
      merged.push(pick(left, right));
      i += 1;
      j += 1;
    }
  }
  while (i < known.length) merged.push(known[i++] as T);
  while (j < incoming.length) merged.push(incoming[j++] as T);
  return merged;
}

function isAscending(list: readonly Identified[]): boolean {
  for (let i = 1; i < list.length; i += 1)
    if ((list[i - 1] as Identified).id >= (list[i] as Identified).id) return false;
  return true;
}

/** Sorts by id and removes duplicates; the last one wins. Returns `list` itself when it is sorted. */
export function sortedById<T extends Identified>(list: readonly T[]): readonly T[] {
  if (isAscending(list)) return list;
  const byId = new Map<number, T>();
  for (const item of list) byId.set(item.id, item);
  return [...byId.values()].sort((a, b) => a.id - b.id);
}
