import { seedAccounts } from './accounts.ts';
import { seedBilling } from './billing.ts';
import { seedChats } from './chats/seed-chats.ts';
import { seedContent } from './content/seed-content.ts';
import type { Seed } from './seed.ts';

/** The demo data of each area, in the order in which they build on each other. */
export const seeds: readonly Seed[] = [seedAccounts, seedBilling, seedChats, seedContent];
