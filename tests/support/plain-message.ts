// A message of the server with default fields.
import type { Message } from '@openbell/core/contract';

/** In chat 7, from another user, one second after the message with the previous id. */
export function plainMessage(id: number, parts: Partial<Message> = {}): Message {
  return {
    id,
    chat_id: 7,
    message: `text ${id}`,
    message_type: 'TXT',
    media: [],
    sender: { id: 2, first_name: 'Grace', dp: null },
    created_at: new Date(Date.UTC(2026, 10, 21, 12, 0, id)).toISOString(),
    reply_to: null,
    forwarded: false,
    reactions: [],
    deleted_list: [],
    delete_from_everyone: false,
    is_mute: false,
    is_block: false,
    delivered_to_all: false,
    seen_by_all: false,
    read_by: [],
    read_count: null,
    delivered_count: null,
    client_id: null,
    ...parts,
  };
}
