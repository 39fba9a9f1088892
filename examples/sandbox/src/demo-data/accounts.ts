import { hashPassword, users } from '@openbell/example-server';
import type { Seed } from './seed.ts';

/** The password of every demo account. */
export const demoPassword = 'Opening-bell-9';

/** The demo accounts. Their plans are in billing.ts: `member` has none, and that of `lapsed` has ended. */
export const demoAccounts = {
  mentor: {
    email: 'mentor@openbell.test',
    firstName: 'Maya',
    phone: '+13035550101',
    about: 'Mentor. Twenty years on the options floor, now teaching one setup at a time.',
  },
  subscriber: {
    email: 'subscriber@openbell.test',
    firstName: 'Sam',
    phone: '+13035550102',
    about: 'Trades the open, journals the close.',
  },
  member: { email: 'member@openbell.test', firstName: 'Morgan', phone: '+13035550103', about: '' },
  lapsed: { email: 'lapsed@openbell.test', firstName: 'Lee', phone: '+13035550104', about: '' },
  other: { email: 'other@openbell.test', firstName: 'Olivia', phone: '+13035550105', about: '' },
} as const;

/** Writes the demo accounts. */
export const seedAccounts: Seed = async ({ db, clock }) => {
  const at = new Date(clock.now() - 90 * 86_400_000);
  const rows = await Promise.all(
    Object.values(demoAccounts).map(async (account) => ({
      ...account,
      passwordHash: await hashPassword(demoPassword),
      termsAgreedAt: at,
      emailVerifiedAt: at,
      createdAt: at,
      updatedAt: at,
    })),
  );
  await db.insert(users).values(rows);
};
