// A message as one viewer may see it (Message visibility).
import type { Message, MessageMedia, QuotedMessage } from '@openbell/core/contract';
import type { FileFacts, MemberFacts, MessageBaseFacts, MessageFacts, ViewerFacts } from './chat-facts.ts';
import { receiptsFor } from './receipts.ts';

/** On the wire one file is an object, several (IMGS) are a list, none is null. */
type WireMedia = MessageMedia | readonly MessageMedia[] | null;

/** A quoted message carries what is needed to draw it, and why it may be empty. */
interface WireQuote extends Omit<QuotedMessage, 'media'> {
  readonly chat_id: number;
  readonly created_at: string;
  readonly media: WireMedia;
}

export interface WireMessage extends Omit<Message, 'media' | 'reply_to'> {
  readonly media: WireMedia;
  readonly reply_to: WireQuote | null;
}

/** Gives the address of a file for a viewer who may see it. */
export type MediaUrl = (file: FileFacts) => string;

/**
 * The one place that decides what leaves the server: nobody learns who else deleted or blocked; what is unsent,
 * deleted for the viewer, or from a person the viewer has blocked goes out empty and without media addresses.
 */
export function projectMessage(
  message: MessageFacts,
  members: readonly MemberFacts[],
  viewer: ViewerFacts,
  mediaUrl: MediaUrl,
): WireMessage {
  const shown = isShown(message, viewer);
  return {
    id: message.id,
    chat_id: message.chatId,
    message: shown ? message.body : '',
    message_type: message.type,
    media: shown ? projectMedia(message, mediaUrl) : null,
    sender: message.sender,
    created_at: message.createdAt.toISOString(),
    reply_to: shown && message.replyTo !== null ? projectQuote(message.replyTo, viewer, mediaUrl) : null,
    forwarded: message.forwarded,
    reactions: shown ? message.reactions : [],
    deleted_list: viewer.deleted.has(message.id) ? [viewer.id] : [],
    delete_from_everyone: message.unsent,
    is_mute: viewer.muted.has(message.sender.id),
    is_block: viewer.blocked.has(message.sender.id),
    ...receiptsFor(message, members, viewer),
    client_id: message.clientId,
  };
}

/** Whether a viewer may see what a message says. */
function isShown(message: MessageBaseFacts, viewer: ViewerFacts): boolean {
  return !message.unsent && !viewer.deleted.has(message.id) && !viewer.blocked.has(message.sender.id);
}

function projectQuote(quote: MessageBaseFacts, viewer: ViewerFacts, mediaUrl: MediaUrl): WireQuote {
  const shown = isShown(quote, viewer);
  return {
    id: quote.id,
    chat_id: quote.chatId,
    message: shown ? quote.body : '',
    message_type: quote.type,
    media: shown ? projectMedia(quote, mediaUrl) : null,
    sender: quote.sender,
    created_at: quote.createdAt.toISOString(),
    delete_from_everyone: quote.unsent,
    is_block: viewer.blocked.has(quote.sender.id),
  };
}

function projectMedia(message: MessageBaseFacts, mediaUrl: MediaUrl): WireMedia {
  const media = message.files.map((file) => ({
    file: mediaUrl(file),
    name: file.name,
    size: file.bytes,
    width: file.width,
    height: file.height,
  }));
  return message.type === 'IMGS' ? media : (media[0] ?? null);
}
