// The side panel of a chat: images and videos, and documents, newest first.
import type { Message, MessageMedia } from '../../contract/index.ts';
import { messageForm } from './kinds.ts';
import { visibilityOf } from './visibility.ts';

/** One file of a chat. */
export interface GalleryItem {
  readonly messageId: number;
  /** The index of the file in its message. */
  readonly index: number;
  readonly kind: 'image' | 'video' | 'document';
  readonly media: MessageMedia;
  /** The sender's first name; empty when unknown. */
  readonly sender: string;
  /** ISO 8601; null when unknown. */
  readonly created_at: string | null;
}

export interface Gallery {
  /** Images and videos. */
  readonly media: readonly GalleryItem[];
  readonly documents: readonly GalleryItem[];
}

/** Returns the files of `messages` (ascending by id), without unsent, blocked and deleted ones. */
export function galleryOf(messages: readonly Message[], viewerId: number): Gallery {
  const media: GalleryItem[] = [];
  const documents: GalleryItem[] = [];
  for (const message of messages.toReversed()) {
    if (message.media.length === 0 || visibilityOf(message, viewerId) !== 'normal') continue;
    const kind = kindOf(message);
    if (kind === null) continue;
    for (const [index, file] of message.media.entries()) {
      if (file.file === '') continue;
      const { id: messageId, created_at, sender } = message;
      const item: GalleryItem = {
        messageId,
        index,
        kind,
        media: file,
        sender: sender.first_name,
        created_at,
      };
      (kind === 'document' ? documents : media).push(item);
    }
  }
  return { media, documents };
}

function kindOf(message: Message): GalleryItem['kind'] | null {
  const form = messageForm(message);
  if (form === 'images') return 'image';
  return form === 'image' || form === 'video' || form === 'document' ? form : null;
}
