import type { Texts } from '@openbell/core/catalogue';
import type { QuotedMessage } from '@openbell/core/contract';
import { kindText } from './kind-text.ts';

/** Who said what is quoted: the viewer is 'You'. */
export function quoteName(text: Texts, quote: QuotedMessage, viewerId: number): string {
  return quote.sender.id === viewerId ? text('chat.you') : quote.sender.first_name;
}

/** What a quote reads: the words, what kind of file it was, or why there is nothing of it. */
export function quoteText(text: Texts, quote: QuotedMessage, viewerId: number): string {
  if (quote.delete_from_everyone) return text('chat.unsent', { name: quoteName(text, quote, viewerId) });
  if (quote.is_block) return text('chat.blocked');
  if (quote.message !== '') return quote.message;
  // A text without words and without a file: the viewer has deleted it for themselves.
  if (quote.message_type === 'TXT' && quote.media.length === 0) return text('chat.missingMessage');
  return kindText(text, quote.message_type);
}
