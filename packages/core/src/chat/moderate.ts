import type { Decisions } from './decisions.ts';
import type { CacheWriter } from './list/cache-writer.ts';
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
  readonly cacheWriter: Pick<CacheWriter, 'schedule'>;
}

export interface ChatModeration extends KnownBlocks {
  /** Whether the viewer has blocked a member of a chat. */
  isBlocked(chatId: number, userId: number): boolean;
  /** Applies the viewer's decision about a user to everything that shows them, and reports it. */
  decide(userId: number, moderation: Moderation): void;
  /** Applies a decision that was made elsewhere. */
  moderate(userId: number, moderation: Moderation): void;
}

interface ModerationOptions {
  readonly viewerId: number;
  readonly decisions?: Decisions | undefined;
  readonly signal: AbortSignal;
}

/** `parts` are created later, before the first call. */
export function createModeration(options: ModerationOptions, parts: () => ModeratedParts): ChatModeration {
  const { viewerId, decisions, signal } = options;
  const people = createBlockedPeople(viewerId);
  /** Reports a decision to the viewer's other chat features. */
  const announce = decisions?.join(viewerId, moderate, signal);

  function moderate(userId: number, moderation: Moderation): void {
    const { is_block } = moderation;
    const { threads, typing, outbox, cacheWriter } = parts();
    if (is_block !== undefined) {
      people.decide(userId, is_block);
      cacheWriter.schedule();
    }
    threads.markUser(userId, moderation);
    threads.publishSoon();
    if (is_block !== true) return;
    typing.forget(userId);
    outbox.updateQuotes((quote) =>
      quote.sender.id === userId && !quote.is_block ? blockedQuote(quote) : quote,
    );
  }

  function decide(userId: number, moderation: Moderation): void {
    moderate(userId, moderation);
    announce?.(userId, moderation);
  }

  return {
    ids: people.ids,
    withhold: people.withhold,
    revision: () => people.revision,
    isBlocked: (chatId, userId) =>
      people.has(userId) || parts().threads.find(chatId)?.rows.isBlockedUser(userId) === true,
    decide,
    moderate,
    learn(messages, since) {
      for (const [userId, is_block] of people.learn(messages, since)) decide(userId, { is_block });
    },
  };
}
