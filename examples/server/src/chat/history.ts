// Reads pages of a chat's messages (`min_id`).
import { and, eq, gt, lt, type SQL } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { messages } from '../db/schema/chat.ts';
import type { MessageFacts } from './chat-facts.ts';
import { loadMessages } from './load-messages.ts';

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

/** Reads one page of a chat's history. */
export async function readHistory(db: Db, chatId: number, request: HistoryRequest): Promise<HistoryPage> {
  const limit = request.kind === 'newer' ? CATCH_UP_LIMIT : PAGE_SIZE;
  const found = await loadMessages(db, and(eq(messages.chatId, chatId), boundary(request)), limit);
  const [first] = found;
  if (first !== undefined) {
    const older = await hasMessages(db, and(eq(messages.chatId, chatId), lt(messages.id, first.id)));
    return { messages: found, firstMessageId: older ? first.id : -1 };
  }
  // Nothing found: nothing is older before the first message or in an empty chat; otherwise nothing is new.
  const knownToBeTheEnd = request.kind !== 'newer' || !(await hasMessages(db, eq(messages.chatId, chatId)));
  return { messages: [], firstMessageId: knownToBeTheEnd ? -1 : null };
}

function boundary(request: HistoryRequest): SQL | undefined {
  if (request.kind === 'newest') return undefined;
  return request.kind === 'newer' ? gt(messages.id, request.than) : lt(messages.id, request.than);
}

async function hasMessages(db: Db, condition: SQL | undefined): Promise<boolean> {
  const rows = await db.select({ id: messages.id }).from(messages).where(condition).limit(1);
  return rows.length > 0;
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
