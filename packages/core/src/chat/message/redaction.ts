// Messages whose content is withheld: unsent by their sender, or from a blocked user.
import type { Message, QuotedMessage } from '../../contract/index.ts';

/** Removes text, media, reactions and quote from an unsent message. */
export function unsentForm(message: Message): Message {
  return { ...message, message: '', media: [], reactions: [], reply_to: null, delete_from_everyone: true };
}

/** A quote of an unsent message. */
export function unsentQuote(quote: QuotedMessage): QuotedMessage {
  return { ...quote, message: '', media: [], delete_from_everyone: true };
}

/** Removes text, media and reactions from the message of a blocked user. Returns `message` itself when it has none. */
export function blockedForm(message: Message): Message {
  const isEmpty = message.message === '' && message.media.length === 0 && message.reactions.length === 0;
  return message.is_block && isEmpty
    ? message
    : { ...message, is_block: true, message: '', media: [], reactions: [] };
}

/** A quote of a message that may be withheld meanwhile. */
export function quoteOf(quote: QuotedMessage, { delete_from_everyone, is_block }: Message): QuotedMessage {
  if (delete_from_everyone) return quote.delete_from_everyone ? quote : unsentQuote(quote);
  return is_block && !quote.is_block ? blockedQuote(quote) : quote;
}

/** A quote of a blocked user's message. */
export function blockedQuote(quote: QuotedMessage): QuotedMessage {
  return { ...quote, message: '', media: [], is_block: true };
}
