import type { Message } from '../../contract/index.ts';
import { isJsonEqual } from '../../shared/equality.ts';
import { unsentForm } from '../message/redaction.ts';

const sameIds = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);

function unionIds(known: readonly number[], incoming: readonly number[]): readonly number[] {
  if (incoming.length === 0) return known;
  const more = incoming.filter((id) => !known.includes(id));
  if (more.length === 0) return known;
  return known.length === 0 && sameIds(more, incoming) ? incoming : [...known, ...more];
}

/** Fields compared by identity; the others are lists and objects. */
const plain: readonly (keyof Message)[] = [
  'id',
  'chat_id',
  'message',
  'message_type',
  'created_at',
  'forwarded',
  'delete_from_everyone',
  'is_mute',
  'is_block',
  'delivered_to_all',
  'seen_by_all',
  'client_id',
];
const lists: readonly ('media' | 'reactions' | 'deleted_list' | 'read_by')[] = [
  'media',
  'reactions',
  'deleted_list',
  'read_by',
];

function isSame(a: Message, b: Message): boolean {
  for (const field of plain) if (a[field] !== b[field]) return false;
  for (const field of lists) {
    const [left, right] = [a[field], b[field]];
    if (left.length !== right.length) return false;
    if (left !== right && left.length > 0 && !isJsonEqual(left, right)) return false;
  }
  const { sender, reply_to } = b;
  return (
    (a.reply_to === reply_to || isJsonEqual(a.reply_to, reply_to)) &&
    (a.sender === sender ||
      (a.sender.id === sender.id && a.sender.first_name === sender.first_name && a.sender.dp === sender.dp))
  );
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
