// Writes members with sessions, and chats, directly to the database.
import { randomBytes } from 'node:crypto';
import type { ServerContext } from '../../examples/server/src/context.ts';
import { sessions, users } from '../../examples/server/src/db/schema/accounts.ts';
import { chatMembers, chats } from '../../examples/server/src/db/schema/chat.ts';
import { sha256Hex } from '../../examples/server/src/security/tokens.ts';

/** Number of rows of one insert. */
const ROWS = 500;
const YEAR_MS = 365 * 86_400_000;

export interface SeedRequest {
  readonly members: number;
  /** The sizes of the chats. Members are taken in turn, so that chats overlap as little as possible. */
  readonly chats: readonly number[];
}

export interface SeededChat {
  readonly id: number;
  readonly members: readonly { readonly id: number; readonly token: string }[];
}

export async function seed({ db }: Pick<ServerContext, 'db'>, request: SeedRequest): Promise<SeededChat[]> {
  const now = new Date();
  const later = new Date(now.getTime() + YEAR_MS);
  const run = randomBytes(6).toString('hex');
  const members: { id: number; token: string }[] = [];
  for (let start = 0; start < request.members; start += ROWS) {
    const size = Math.min(ROWS, request.members - start);
    const rows = await db
      .insert(users)
      .values(
        Array.from({ length: size }, (_, index) => ({
          email: `member-${run}-${start + index}@load.example`,
          firstName: `Member ${start + index}`,
          expiredAt: later,
          createdAt: now,
          updatedAt: now,
        })),
      )
      .returning({ id: users.id });
    const added = rows.map(({ id }) => ({ id, token: randomBytes(32).toString('base64url') }));
    await db.insert(sessions).values(
      added.map(({ id, token }) => ({
        userId: id,
        tokenSha256: sha256Hex(token),
        remember: true,
        userAgent: 'load',
        createdAt: now,
        lastSeenAt: now,
        idleExpiresAt: later,
        expiresAt: later,
      })),
    );
    members.push(...added);
  }
  const seeded: SeededChat[] = [];
  let next = 0;
  for (const size of request.chats) {
    const own = Array.from({ length: size }, (_, index) => members[(next + index) % members.length]).filter(
      (member) => member !== undefined,
    );
    next += size;
    const [chat] = await db
      .insert(chats)
      .values({ chatType: 'GR', name: `Chat of ${size}`, createdAt: now })
      .returning({ id: chats.id });
    if (chat === undefined) throw new Error('The chat was not stored.');
    for (let start = 0; start < own.length; start += ROWS) {
      await db
        .insert(chatMembers)
        .values(
          own.slice(start, start + ROWS).map(({ id }) => ({ chatId: chat.id, userId: id, joinedAt: now })),
        );
    }
    seeded.push({ id: chat.id, members: own });
  }
  return seeded;
}
