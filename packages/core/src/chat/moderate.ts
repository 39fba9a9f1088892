import type { TypingStore } from './list/typing.ts';
import { createBlockedPeople, type KnownBlocks } from './message/blocked-people.ts';
import type { Moderation } from './message/moderation.ts';
import { blockedQuote } from './message/redaction.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Threads } from './thread/threads.ts';

interface ModeratedParts {
  readonly threads: Pick<Threads, 'find' | 'markUser' | 'publishSoon'>;
  readonly typing: TypingStore;
  readonly outbox: Pick<Outbox, 'updateQuotes'>;
}

export interface ChatModeration extends KnownBlocks {
  /** Whether the viewer has blocked a member of a chat. */
  isBlocked(chatId: number, userId: number): boolean;
  /** Applies the viewer's decision about a user to everything that shows them. */
  moderate(userId: number, moderation: Moderation): void;
}

/** `parts` are created later, before the first call. */
export function createModeration(viewerId: number, parts: () => ModeratedParts): ChatModeration {
  const people = createBlockedPeople(viewerId);

  function moderate(userId: number, moderation: Moderation): void {
    const { is_block } = moderation;
    const { threads, typing, outbox } = parts();
    if (is_block !== undefined) people.decide(userId, is_block);
    threads.markUser(userId, moderation);
    threads.publishSoon();
    if (is_block !== true) return;
    typing.forget(userId);
    outbox.updateQuotes((quote) =>
      quote.sender.id === userId && !quote.is_block ? blockedQuote(quote) : quote,
    );
  }

  return {
    ids: people.ids,
    withhold: people.withhold,
    revision: () => people.revision,
    isBlocked: (chatId, userId) =>
      people.has(userId) || parts().threads.find(chatId)?.rows.isBlockedUser(userId) === true,
    moderate,
    learn(messages, since) {
      for (const [userId, is_block] of people.learn(messages, since)) moderate(userId, { is_block });
    },
  };
}
