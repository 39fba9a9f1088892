// How two readings of one message become one.
import type { Message, QuotedMessage } from '../../contract/index.ts';
import { isJsonEqual } from '../../shared/equality.ts';

const sameIds = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);

function unionIds(known: readonly number[], incoming: readonly number[]): readonly number[] {
  if (incoming.length === 0) return known;
  const more = incoming.filter((id) => !known.includes(id));
  if (more.length === 0) return known;
  return known.length === 0 && sameIds(more, incoming) ? incoming : [...known, ...more];
}

/** Fields that are compared as they are; the others are lists and objects. */
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

/** What an unsent message has left: who and when (no text, no media, no reactions). */
export function unsentForm(message: Message): Message {
  return { ...message, message: '', media: [], reactions: [], reply_to: null, delete_from_everyone: true };
}

/**
 * Joins two readings of one message. `incoming` is the newer one, unless `stale`: then only what never goes back
 * (unsent, delivered, seen, read, deleted for a person) is taken from it. Gives back `known` itself when nothing
 * differs, so that a view redraws nothing.
 */
export function mergeMessage(known: Message, incoming: Message, stale: boolean): Message {
  const base = stale ? known : incoming;
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

/** A quoted message as it reads once its sender is blocked. */
export function blockedQuote(quote: QuotedMessage): QuotedMessage {
  return { ...quote, message: '', media: [], is_block: true };
}

/** A quoted message as it reads once its original is unsent. */
export function unsentQuote(quote: QuotedMessage): QuotedMessage {
  return { ...quote, message: '', media: [], delete_from_everyone: true };
}
