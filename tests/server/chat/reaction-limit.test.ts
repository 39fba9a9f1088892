import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { messageReactions } from '../../../examples/server/src/db/schema/chat.ts';
import { sharedWorld, usersOf } from './support.ts';

const AT = new Date(1_760_000_000_000);

let chatId: number;
let crowd: number[];
const world = sharedWorld();
const [ann, bob] = usersOf(world, beforeAll, 'Ann', 'Bob');
beforeAll(async () => {
  chatId = await world.chat('GR', 'Group', [ann, bob]);
  const rows = Array.from({ length: 500 }, () => ({
    email: `${randomUUID()}@test.example`,
    firstName: 'One of many',
    createdAt: AT,
    updatedAt: AT,
  }));
  const stored = await world.server.context.db.insert(users).values(rows).returning({ id: users.id });
  crowd = stored.map(({ id }) => id);
});

test.each([
  ['adds a reaction to a message with 499', 499, null, '👍', 200, 500],
  ['refuses a reaction to a message with 500', 500, null, '👍', 409, 500],
  ['replaces the own reaction to a message with 500', 499, '😂', '👍', 200, 500],
  ['removes the own reaction from a message with 500', 499, '👍', '👍', 200, 499],
] as const)('%s [chat.reaction-limit]', async (_what, others, own, emoji, status, count) => {
  const { db } = world.server.context;
  const messageId = await world.tell(ann, chatId, 'Popular');
  const reactions = crowd
    .slice(0, others)
    .map((userId) => ({ messageId, userId, emoji: '❤️', createdAt: AT }));
  await db.insert(messageReactions).values(reactions);
  if (own !== null)
    await db.insert(messageReactions).values({ messageId, userId: bob.id, emoji: own, createdAt: AT });
  expect((await world.act(bob, messageId, 'react', { emoji })).status).toBe(status);
  const stored = (await db.select().from(messageReactions)).filter((row) => row.messageId === messageId);
  expect(stored).toHaveLength(count);
});
