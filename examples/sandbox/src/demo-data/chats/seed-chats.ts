// Writes the demo chats: mentor and subscriber share a group and a personal chat, `other` is in a separate group.
import {
  chatMembers,
  chats,
  type Db,
  eq,
  inArray,
  messageReactions,
  messages,
  users,
} from '@openbell/example-server';
import { demoAccounts } from '../accounts.ts';
import type { Seed } from '../seed.ts';
import { groupNotice, personalLines, studyLines } from './other-talks.ts';
import { type ScheduledLine, scheduleConversation } from './schedule.ts';
import type { Voice } from './talks.ts';

const DAY = 24 * 3_600_000;

/** First names of the members whose plan has ended, by the letter of their lines in the conversations. */
const formerMembers: Readonly<Partial<Record<Voice, string>>> = {
  P: 'Priya',
  D: 'Devon',
  L: 'Luisa',
  T: 'Tomasz',
  R: 'Ruth',
  K: 'Kofi',
};

/** Writes the demo conversations. The demo accounts must exist. */
export const seedChats: Seed = async ({ db, clock }) => {
  const now = clock.now();
  const { mentor, subscriber, other } = await findDemoPeople(db);
  // The user id of each letter in the conversations.
  const voices = new Map<Voice, number>([
    ['M', mentor],
    ['S', subscriber],
    ...(await addFormerMembers(db, now)),
  ]);

  const conversation = scheduleConversation(now);
  const began = (conversation[0]?.at ?? now) - DAY;
  const group = await addChat(db, {
    chatType: 'GR',
    name: 'Opening Range',
    createdAt: began,
    memberIds: [...voices.values()],
  });
  await addLines(db, group, { voices, lines: [groupNotice(began), ...conversation] });

  const personal = await addChat(db, {
    chatType: 'PR',
    name: 'Maya and Sam',
    createdAt: began,
    memberIds: [mentor, subscriber],
  });
  await addLines(db, personal, { voices, lines: personalLines(now) });

  // `other` shares no chat with mentor and subscriber.
  const studyVoices = new Map<Voice, number>([...voices, ['S', other]]);
  studyVoices.delete('M');
  const studyChat = await addChat(db, {
    chatType: 'GR',
    name: 'Weekend Study Circle',
    createdAt: began,
    memberIds: [...studyVoices.values()].slice(0, 4),
  });
  await addLines(db, studyChat, { voices: studyVoices, lines: studyLines(now) });
};

async function findDemoPeople(db: Db): Promise<{ mentor: number; subscriber: number; other: number }> {
  const emails = [demoAccounts.mentor.email, demoAccounts.subscriber.email, demoAccounts.other.email];
  const rows = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.email, emails));
  const idOf = (email: string): number => {
    const id = rows.find((row) => row.email === email)?.id;
    if (id === undefined) throw new Error(`The demo account ${email} is missing.`);
    return id;
  };
  return {
    mentor: idOf(demoAccounts.mentor.email),
    subscriber: idOf(demoAccounts.subscriber.email),
    other: idOf(demoAccounts.other.email),
  };
}

async function addFormerMembers(db: Db, now: number): Promise<[Voice, number][]> {
  const joined = new Date(now - 200 * DAY);
  const entries = Object.entries(formerMembers) as [Voice, string][];
  const rows = await db
    .insert(users)
    .values(
      entries.map(([, firstName]) => ({
        email: `${firstName.toLowerCase()}@former.openbell.test`,
        firstName,
        expiredAt: new Date(now - DAY / 2),
        termsAgreedAt: joined,
        createdAt: joined,
        updatedAt: joined,
      })),
    )
    .returning({ id: users.id, firstName: users.firstName });
  return entries.map(([voice, firstName]) => {
    const id = rows.find((row) => row.firstName === firstName)?.id;
    if (id === undefined) throw new Error(`${firstName} was not stored.`);
    return [voice, id];
  });
}

interface NewChat {
  readonly chatType: 'GR' | 'PR';
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly memberIds: readonly number[];
}

async function addChat(db: Db, { chatType, name, createdAt, memberIds }: NewChat): Promise<number> {
  const at = new Date(createdAt);
  const [chat] = await db.insert(chats).values({ chatType, name, createdAt: at }).returning({ id: chats.id });
  if (chat === undefined) throw new Error(`The chat ${name} was not stored.`);
  await db.insert(chatMembers).values(memberIds.map((userId) => ({ chatId: chat.id, userId, joinedAt: at })));
  return chat.id;
}

/** Writes the lines in order and marks them as delivered and read. */
async function addLines(
  db: Db,
  chatId: number,
  { voices, lines }: { voices: ReadonlyMap<Voice, number>; lines: readonly ScheduledLine[] },
): Promise<void> {
  const person = (voice: Voice): number => {
    const id = voices.get(voice);
    if (id === undefined) throw new Error(`Unknown voice: ${voice}.`);
    return id;
  };
  const stored = await db
    .insert(messages)
    .values(
      lines.map(({ by, text, at, activity }) => ({
        chatId,
        senderId: person(by),
        messageType: activity ? ('ACT' as const) : ('TXT' as const),
        body: text,
        createdAt: new Date(at),
      })),
    )
    .returning({ id: messages.id });
  // Ids ascend in the order of the rows; `returning` does not guarantee an order.
  const ids = stored.map(({ id }) => id).sort((a, b) => a - b);
  for (const [index, { repliesBack, reactions = [], at }] of lines.entries()) {
    const id = ids[index];
    if (id === undefined) continue;
    const original = repliesBack === undefined ? undefined : ids[index - repliesBack];
    if (original !== undefined)
      await db.update(messages).set({ replyToId: original }).where(eq(messages.id, id));
    if (reactions.length === 0) continue;
    await db.insert(messageReactions).values(
      reactions.map(([voice, emoji], order) => ({
        messageId: id,
        userId: person(voice),
        emoji,
        createdAt: new Date(at + (order + 1) * 20_000),
      })),
    );
  }
  const newest = ids.at(-1) ?? 0;
  await db
    .update(chatMembers)
    .set({ deliveredUpto: newest, readUpto: newest })
    .where(eq(chatMembers.chatId, chatId));
}
