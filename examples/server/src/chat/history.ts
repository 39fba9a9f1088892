// Reads pages of a chat's messages (`min_id`).

import type { Db } from '../db/database.ts';
import type { MessageFacts } from './chat-facts.ts';
import { loadMessagePage, type MessageRange } from './load-messages.ts';

const PAGE_SIZE = 50;
/** Maximum number of messages of a catch-up, the newest; the rest is fetched page by page. */
const CATCH_UP_LIMIT = 1_000;

export interface HistoryPage {
  /** Ascending by id. */
  readonly messages: readonly MessageFacts[];
  /** The oldest id delivered; -1 when the chat has none older; null when nothing was delivered. */
  readonly firstMessageId: number | null;
}

/** The requested page. `newer` and `older` exclude the given id. */
export type HistoryRequest =
  | { readonly kind: 'newest' }
  | { readonly kind: 'newer'; readonly than: number }
  | { readonly kind: 'older'; readonly than: number };

/** A chat up to its newest message; null when it has none. Later messages are not read. */
export interface ChatEnd {
  readonly chatId: number;
  readonly newestId: number | null;
}

/** Reads one page of a chat's history. */
export async function readHistory(db: Db, chat: ChatEnd, request: HistoryRequest): Promise<HistoryPage> {
  const { chatId, newestId } = chat;
  if (newestId === null) return { messages: [], firstMessageId: -1 };
  const range = { chatId, ...rangeOf(request, newestId) };
  const isEmpty = range.after >= range.upto;
  const { messages, oldestId } = isEmpty ? nothing : await loadMessagePage(db, range);
  const [first] = messages;
  if (first !== undefined) return { messages, firstMessageId: first.id === oldestId ? -1 : first.id };
  // Nothing is older before the first message; otherwise nothing is new.
  return { messages, firstMessageId: request.kind === 'newer' ? null : -1 };
}

const nothing = { messages: [], oldestId: null } as const;

function rangeOf(request: HistoryRequest, newestId: number): Omit<MessageRange, 'chatId'> {
  if (request.kind === 'newer') return { after: request.than, upto: newestId, limit: CATCH_UP_LIMIT };
  const upto = request.kind === 'older' ? Math.min(request.than - 1, newestId) : newestId;
  return { after: 0, upto, limit: PAGE_SIZE };
}

/**
 * Reads `min_id` of a query: absent or empty is null, an integer is that, anything else (or beyond 2^53) is undefined.
 */
export function readMinId(value: string | undefined): number | null | undefined {
  if (value === undefined || value === '') return null;
  if (!/^-?\d{1,16}$/.test(value)) return undefined;
  const id = Number(value);
  return Number.isSafeInteger(id) ? id : undefined;
}
