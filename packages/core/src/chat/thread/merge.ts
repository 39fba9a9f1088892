import type { Message } from '../../contract/index.ts';
import { unsentForm } from '../message/redaction.ts';

function unionIds(known: readonly number[], incoming: readonly number[]): readonly number[] {
  if (known.length === 0) return incoming;
  const more = incoming.filter((id) => !known.includes(id));
  return more.length === 0 ? known : [...known, ...more];
}

/** Deep equality of messages. Allocates nothing, unlike `isJsonEqual`: every message of a page is compared. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const left = a as Readonly<Record<string, unknown>>;
  const right = b as Readonly<Record<string, unknown>>;
  if (left.length !== right.length) return false;
  for (const key in left) if (!isSame(left[key], right[key])) return false;
  return true;
}

/**
 * Merges two versions of one message. `incoming` is the newer one, unless `isStale`: then only the fields that never
 * revert (unsent, delivered, seen, read, deleted) are taken from it. Returns `known` itself when nothing differs.
 */
export function mergeMessage(known: Message, incoming: Message, isStale: boolean): Message {
  const base = isStale ? known : incoming;
  const merged: Message = {
    ...base,
    client_id: known.client_id ?? incoming.client_id,
    delete_from_everyone: known.delete_from_everyone || incoming.delete_from_everyone,
    delivered_to_all: known.delivered_to_all || incoming.delivered_to_all,
    seen_by_all: known.seen_by_all || incoming.seen_by_all,
    read_by: unionIds(known.read_by, incoming.read_by),
    deleted_list: unionIds(known.deleted_list, incoming.deleted_list),
  };
  const result = merged.delete_from_everyone ? unsentForm(merged) : merged;
  return isSame(result, known) ? known : result;
}
