import type { Texts } from '@openbell/core/catalogue';
import { messageForm } from '@openbell/core/chat';

/** The label of a message without text: 'Photo', 'Voice message'. */
export function kindText(text: Texts, message_type: string): string {
  switch (messageForm({ message_type, media: [message_type] })) {
    case 'image':
    case 'images':
      return text('chat.photo');
    case 'video':
      return text('chat.video');
    case 'audio':
      return text('chat.voice');
    case 'document':
      return text('chat.document');
    default:
      return '';
  }
}
