// Immutable snapshots of a thread's rows. Taking one copies no rows: it shares the thread's array, remembers its length,
// and receives the old row before one is replaced. Appended rows are beyond its length; other changes of the array's
// order go to a copy while a snapshot shares it.
import type { Message } from '../../contract/index.ts';
import type { PendingMessage } from '../outbox/pending.ts';
import { lowerBound } from './order.ts';
import type { RowsSnapshot, ThreadItem } from './types.ts';

/** The rows that snapshots share. */
export interface SharedRows {
  stored: Message[];
  pending: readonly PendingMessage[];
  /** Incremented by every change. */
  revision: number;
  latest: SnapshotVersion | null;
}

/** One snapshot in the order in which they were taken. It refers to later ones only, so earlier ones can be collected. */
interface SnapshotVersion {
  readonly revision: number;
  readonly stored: readonly Message[];
  /** The rows that were replaced before the next snapshot, by index. */
  readonly replaced: Map<number, Message>;
  next: SnapshotVersion | null;
  readonly snapshot: RowsSnapshot;
}

/** Returns the present rows: the same object until one changes. */
export function takeSnapshot(rows: SharedRows): RowsSnapshot {
  const { latest, revision, stored } = rows;
  if (latest?.revision === revision) return latest.snapshot;
  const version = createVersion(rows);
  if (latest?.stored === stored) latest.next = version;
  rows.latest = version;
  return version.snapshot;
}

function createVersion({ revision, stored, pending }: SharedRows): SnapshotVersion {
  const storedLength = stored.length;
  const version: SnapshotVersion = {
    revision,
    stored,
    replaced: new Map(),
    next: null,
    snapshot: {
      length: storedLength + pending.length,
      at: (index) => (index < storedLength ? readRow(version, index) : pending[index - storedLength]),
      indexOf(messageId) {
        const index = lowerBound(stored, messageId);
        return index < storedLength && stored[index]?.id === messageId ? index : -1;
      },
    },
  };
  return version;
}

function readRow(version: SnapshotVersion, index: number): ThreadItem | undefined {
  for (let later: SnapshotVersion | null = version; later !== null; later = later.next) {
    const row = later.replaced.get(index);
    if (row !== undefined) return row;
  }
  return version.stored[index];
}

/** Call before the stored row at an index is replaced by one of the same id. */
export function keepRow({ latest, stored }: SharedRows, index: number): void {
  const row = stored[index];
  if (row === undefined || latest === null || latest.stored !== stored || index >= latest.snapshot.length)
    return;
  if (!latest.replaced.has(index)) latest.replaced.set(index, row);
}

/** Call before stored rows are inserted before others, or removed. */
export function ownRows(rows: SharedRows): void {
  if (rows.latest?.stored === rows.stored) rows.stored = [...rows.stored];
}
