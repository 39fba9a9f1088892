// Messages of one chat: varying lengths, four senders, the same in every run.
import type { ChatPerson, Message, MessageMedia } from '@openbell/core/contract';
import { createRandom } from '../../random.ts';

export const viewer: ChatPerson = { id: 1, first_name: 'Ada', dp: null };
const people: readonly ChatPerson[] = [
  viewer,
  { id: 2, first_name: 'Grace', dp: null },
  { id: 3, first_name: 'Katherine', dp: null },
  { id: 4, first_name: 'Joan', dp: null },
];
const words =
  'calls puts spread the market opens above yesterday and holds into the close while volume fades near resistance take profit early size down wait for a retest of the level before adding more contracts'.split(
    ' ',
  );
/** The id of the first message; older ones count down from it. */
export const firstId = 100_000;
const firstAt = Date.UTC(2026, 10, 1, 9, 30);

function textOf(id: number): string {
  const random = createRandom(id);
  const count = 2 + Math.floor(random() ** 3 * 70);
  const text = Array.from({ length: count }, () => words[Math.floor(random() * words.length)]).join(' ');
  // Each text starts with its number, so that the bench finds it in any markup.
  return `#${id} ${text}`;
}

/** An image without dimensions that loads slowly. */
const picture = (id: number): MessageMedia => ({
  file: `/picture-${id}.svg`,
  name: `picture-${id}.svg`,
  size: null,
  width: null,
  height: null,
});

export function messageOf(id: number, hasPicture = false): Message {
  return {
    id,
    chat_id: 1,
    message: textOf(id),
    message_type: hasPicture ? 'IMG' : 'TXT',
    media: hasPicture ? [picture(id)] : [],
    // Several messages in a row from one sender.
    sender: people[Math.floor(createRandom(Math.floor(id / 3))() * people.length)] as ChatPerson,
    created_at: new Date(firstAt + (id - firstId) * 23_000).toISOString(),
    reply_to: null,
    forwarded: false,
    reactions: [],
    deleted_list: [],
    delete_from_everyone: false,
    is_mute: false,
    is_block: false,
    delivered_to_all: true,
    seen_by_all: false,
    read_by: [],
    read_count: null,
    delivered_count: null,
    client_id: null,
  };
}

export function messagesFrom(id: number, count: number, hasPictures = false): Message[] {
  return Array.from({ length: count }, (_, index) => messageOf(id + index, hasPictures && index % 3 === 0));
}
