// Projects a message to the contract's shape for one viewer.
import type { Message, MessageMedia, QuotedMessage } from '../../contract/index.ts';
import type { FileFacts, MessageBaseFacts, MessageFacts, ViewerFacts } from './facts.ts';
import type { Receipts } from './receipts.ts';

/** One file is an object, several (IMGS) are a list, none is null. @inline */
type WireMedia = MessageMedia | readonly MessageMedia[] | null;

/** @inline */
interface WireQuote extends Omit<QuotedMessage, 'media'> {
  readonly chat_id: number;
  readonly created_at: string;
  readonly media: WireMedia;
}

/** A message as it is sent: `media` is one file, a list or null. */
export interface WireMessage extends Omit<Message, 'media' | 'reply_to'> {
  readonly media: WireMedia;
  readonly reply_to: WireQuote | null;
}

/** Returns the address of a file. */
export type MediaUrl<File extends FileFacts = FileFacts> = (file: File) => string;

/** For whom a message is projected. */
export interface MessageProjection<File extends FileFacts> {
  readonly viewer: ViewerFacts;
  readonly mediaUrl: MediaUrl<File>;
  readonly receipts: Receipts;
}

/**
 * Returns a message as one viewer sees it. Every message that leaves a backend should pass here: a message that is unsent, deleted
 * by the viewer, or from a member whom the viewer has blocked is empty and has no media. Reactions of such a member are left
 * out. Other members' deletions and blocks are never included.
 */
export function projectMessage<File extends FileFacts>(
  message: MessageFacts<File>,
  { viewer, mediaUrl, receipts }: MessageProjection<File>,
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
    reactions: shown ? message.reactions.filter(({ user }) => !viewer.blocked.has(user.id)) : [],
    deleted_list: viewer.deleted.has(message.id) ? [viewer.id] : [],
    delete_from_everyone: message.unsent,
    is_mute: viewer.muted.has(message.sender.id),
    is_block: viewer.blocked.has(message.sender.id),
    ...receipts,
    client_id: message.clientId,
  };
}

/** Returns whether a viewer may see the content of a message. */
export function isShown(message: MessageBaseFacts, viewer: ViewerFacts): boolean {
  return !message.unsent && !viewer.deleted.has(message.id) && !viewer.blocked.has(message.sender.id);
}

function projectQuote<File extends FileFacts>(
  quote: MessageBaseFacts<File>,
  viewer: ViewerFacts,
  mediaUrl: MediaUrl<File>,
): WireQuote {
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

function projectMedia<File extends FileFacts>(
  message: MessageBaseFacts<File>,
  mediaUrl: MediaUrl<File>,
): WireMedia {
  const media = message.files.map((file) => ({
    file: mediaUrl(file),
    name: file.name,
    size: file.bytes,
    width: file.width,
    height: file.height,
  }));
  return message.type === 'IMGS' ? media : (media[0] ?? null);
}
