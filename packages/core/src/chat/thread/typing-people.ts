import type { ChatPerson, Message } from '../../contract/index.ts';
import { hasMoreMembers } from '../list/members.ts';
import { type ChatSummary, personOf } from '../list/summaries.ts';
import type { Thread } from './types.ts';

/** Number of messages that are searched for a sender. */
const SEARCHED = 200;

/**
 * The members who are typing, by id. In a large chat a member may not be loaded: the name is then known from a message, or
 * empty.
 */
export function typingPeople(
  ids: readonly number[],
  chat: ChatSummary | null,
  rows: Pick<Thread, 'at' | 'storedLength'> | undefined,
): readonly ChatPerson[] {
  return ids.flatMap((id) => {
    const person = personOf(chat, id);
    if (person !== null) return [person];
    if (chat === null || !hasMoreMembers(chat)) return [];
    return [(rows && senderOf(rows, id)) ?? { id, first_name: '', dp: null }];
  });
}

function senderOf(rows: Pick<Thread, 'at' | 'storedLength'>, userId: number): ChatPerson | null {
  for (let index = rows.storedLength - 1; index >= Math.max(0, rows.storedLength - SEARCHED); index -= 1) {
    const { sender } = rows.at(index) as Message;
    if (sender.id === userId) return sender;
  }
  return null;
}
