import type { TypingStore } from './list/typing.ts';
import type { Moderation } from './message/moderation.ts';
import { blockedQuote } from './message/redaction.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Threads } from './thread/threads.ts';

interface ModeratedParts {
  readonly threads: Threads;
  readonly typing: TypingStore;
  readonly outbox: Outbox;
}

/** Applies the viewer's decisions about users to everything that shows them. */
export function createModeration({ threads, typing, outbox }: ModeratedParts) {
  /** Users whom the viewer has blocked on this page. */
  const blocked = new Set<number>();
  return {
    isBlocked: (chatId: number, userId: number): boolean =>
      blocked.has(userId) || threads.find(chatId)?.rows.isBlockedUser(userId) === true,
    moderate(userId: number, moderation: Moderation): void {
      threads.markUser(userId, moderation);
      if (moderation.is_block === false) blocked.delete(userId);
      if (moderation.is_block !== true) return;
      blocked.add(userId);
      typing.forget(userId);
      outbox.updateQuotes((quote) =>
        quote.sender.id === userId && !quote.is_block ? blockedQuote(quote) : quote,
      );
    },
  };
}
