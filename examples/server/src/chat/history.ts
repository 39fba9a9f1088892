// Pages of a chat's messages (`min_id`).
import { and, eq, gt, lt, type SQL } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { messages } from '../db/schema/chat.ts';
import type { MessageFacts } from './chat-facts.ts';
import { loadMessages } from './load-messages.ts';

const PAGE_SIZE = 50;
/** How many of the newest messages a catch-up delivers at most; the rest is fetched page by page. */
const CATCH_UP_LIMIT = 1_000;

export interface HistoryPage {
  /** Ascending by id. */
  readonly messages: readonly MessageFacts[];
  /** The oldest id delivered; -1 when the chat has none older; null when nothing was delivered. */
  readonly firstMessageId: number | null;
}

/** Which messages are wanted. `newer` and `older` are exclusive. */
export type HistoryWish =
  | { readonly kind: 'newest' }
  | { readonly kind: 'newer'; readonly than: number }
  | { readonly kind: 'older'; readonly than: number };

/** Reads one page of a chat's history. */
export async function readHistory(db: Db, chatId: number, wish: HistoryWish): Promise<HistoryPage> {
  const limit = wish.kind === 'newer' ? CATCH_UP_LIMIT : PAGE_SIZE;
  const found = await loadMessages(db, and(eq(messages.chatId, chatId), boundary(wish)), limit);
  const [first] = found;
  if (first !== undefined) {
    const older = await hasMessages(db, and(eq(messages.chatId, chatId), lt(messages.id, first.id)));
    return { messages: found, firstMessageId: older ? first.id : -1 };
  }
  // Nothing delivered: before the first message or in an empty chat nothing is older; else there is just nothing new.
  const knownToBeTheEnd = wish.kind !== 'newer' || !(await hasMessages(db, eq(messages.chatId, chatId)));
  return { messages: [], firstMessageId: knownToBeTheEnd ? -1 : null };
}

function boundary(wish: HistoryWish): SQL | undefined {
  if (wish.kind === 'newest') return undefined;
  return wish.kind === 'newer' ? gt(messages.id, wish.than) : lt(messages.id, wish.than);
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
