import type { Message, MessagePatch } from '../../contract/index.ts';
import { isSameData } from '../message/equality.ts';
import { unsentForm } from '../message/redaction.ts';

function unionIds(known: readonly number[], incoming: readonly number[]): readonly number[] {
  if (known.length === 0) return incoming;
  const more = incoming.filter((id) => !known.includes(id));
  return more.length === 0 ? known : [...known, ...more];
}

/** Null when both are missing. */
function larger(known: number | null, incoming: number | null): number | null {
  return known === null || incoming === null ? (known ?? incoming) : Math.max(known, incoming);
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
    read_count: larger(known.read_count, incoming.read_count),
    delivered_count: larger(known.delivered_count, incoming.delivered_count),
    deleted_list: unionIds(known.deleted_list, incoming.deleted_list),
  };
  const result = merged.delete_from_everyone ? unsentForm(merged) : merged;
  return isSameData(result, known) ? known : result;
}

/** Applies changed parts. Returns `known` itself when nothing differs. */
export function patchedMessage(known: Message, patch: MessagePatch): Message {
  const { reactions, delivered_to_all, seen_by_all, delete_from_everyone } = patch;
  const next: Message = {
    ...known,
    reactions: reactions ?? known.reactions,
    delivered_to_all: delivered_to_all ?? known.delivered_to_all,
    seen_by_all: seen_by_all ?? known.seen_by_all,
    delete_from_everyone: delete_from_everyone ?? known.delete_from_everyone,
  };
  return mergeMessage(known, next, false);
}

/** Joins two patches of one message; `newer` takes precedence. */
export function joinPatches(older: MessagePatch | undefined, newer: MessagePatch): MessagePatch {
  return {
    ...newer,
    reactions: newer.reactions ?? older?.reactions,
    delivered_to_all: newer.delivered_to_all ?? older?.delivered_to_all,
    seen_by_all: newer.seen_by_all ?? older?.seen_by_all,
    delete_from_everyone: newer.delete_from_everyone ?? older?.delete_from_everyone,
  };
}
