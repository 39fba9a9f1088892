// A message as it comes from a server, of which nothing is remarkable but what a test says.
import type { Message } from '@openbell/core/contract';

/** Of chat 7, from somebody else, a second after the message with the id before. */
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
    client_id: null,
    ...parts,
  };
}
