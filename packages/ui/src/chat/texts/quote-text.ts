import type { Texts } from '@openbell/core/catalogue';
import type { QuotedMessage } from '@openbell/core/contract';
import { kindText } from './kind-text.ts';
import { personName } from './person-name.ts';

/** The name above a quote; the viewer's own messages show 'You'. */
export function quoteName(text: Texts, quote: QuotedMessage, viewerId: number): string {
  return quote.sender.id === viewerId ? text('chat.you') : personName(text, quote.sender);
}

/** The text of a quote: the message's text, the kind of its file, or the reason that it is missing. */
export function quoteText(text: Texts, quote: QuotedMessage, viewerId: number): string {
  if (quote.delete_from_everyone) return text('chat.unsent', { name: quoteName(text, quote, viewerId) });
  if (quote.is_block) return text('chat.blocked');
  if (quote.message !== '') return quote.message;
  // No text and no file: the viewer has deleted the message for themselves.
  if (quote.message_type === 'TXT' && quote.media.length === 0) return text('chat.missingMessage');
  return kindText(text, quote.message_type);
}
