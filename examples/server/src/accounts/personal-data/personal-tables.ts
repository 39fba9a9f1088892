// Every table with data about a user: what an export shows of it, and what the deletion of an account does with it.
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, type PgTable, QueryBuilder } from 'drizzle-orm/pg-core';
import { sameAddress } from '../../db/same-address.ts';
import { contactMessages, knownNetworks, mails, sessions, users } from '../../db/schema/accounts.ts';
import {
  billingCustomers,
  billingSetupIntents,
  invoices,
  refunds,
  subscriptions,
  trialClaims,
  walletApprovals,
} from '../../db/schema/billing.ts';
import {
  archivedChatMembers,
  chatMembers,
  chats,
  messageDeletions,
  messageDeliveries,
  messageFiles,
  messageMentions,
  messageReactions,
  messageReports,
  messages,
  userBlocks,
  userMutes,
} from '../../db/schema/chat.ts';
import { dataExports } from '../../db/schema/data-exports.ts';
import { authenticators, recoveryCodes, secondStepWaiting } from '../../db/schema/factors.ts';
import { identities } from '../../db/schema/identities.ts';
import { operatorLog } from '../../db/schema/operate.ts';
import { otpCodes } from '../../db/schema/otp.ts';
import { passkeyChallenges, passkeys } from '../../db/schema/passkeys.ts';
import { pushTokens } from '../../db/schema/push.ts';

/** The user whose rows are found. */
export interface Person {
  readonly id: number;
  readonly email: string;
}

type FindRows = (person: Person) => SQL | undefined;

/** Rows of a user. */
export interface PersonalRows {
  readonly table: PgTable;
  readonly rows: FindRows;
  /** Columns that the export leaves out, each with the reason. */
  readonly hidden?: Readonly<Record<string, string>>;
}

/** What the deletion of an account does: removes rows, replaces values, or keeps the rows for a reason. */
type Deletion =
  | { readonly remove: PersonalRows }
  | {
      readonly blank: PgTable;
      readonly rows: FindRows;
      readonly values: (person: Person, at: Date) => Readonly<Record<string, unknown>>;
    }
  | { readonly keep: string };

interface PersonalTable {
  /** Or the reason why an export shows nothing. */
  readonly exported: PersonalRows | string;
  readonly deletion: Deletion;
}

/** The rows of a table with the id of their user. */
const ofUser = (
  table: PgTable & { readonly userId: PgColumn },
  hidden: PersonalRows['hidden'] = {},
): PersonalRows => ({ table, rows: ({ id }) => eq(table.userId, id), hidden });
const exportedAndRemoved = (rows: PersonalRows): PersonalTable => ({
  exported: rows,
  deletion: { remove: rows },
});

const queries = new QueryBuilder();
const ownGroups = queries.select({ id: chats.id }).from(chats).where(eq(chats.chatType, 'GR'));
const ownMessages = ({ id }: Person) =>
  queries.select({ id: messages.id }).from(messages).where(eq(messages.senderId, id));
const ownSubscriptions = ({ id }: Person) =>
  queries.select({ id: subscriptions.id }).from(subscriptions).where(eq(subscriptions.userId, id));
const ownInvoices = (person: Person) =>
  queries
    .select({ id: invoices.id })
    .from(invoices)
    .where(inArray(invoices.subscriptionId, ownSubscriptions(person)));
/** Finds the rows of the files of a user's messages. */
export const messageFileRows: FindRows = (person) => inArray(messageFiles.messageId, ownMessages(person));

const bookkeeping = 'Bookkeeping; the user has no name any more.';
const conversation = 'Part of the conversation of the other members.';
const temporary = 'Temporary data without content.';
const digest = 'A digest that protects the account.';
const internal = 'Internal order of reads.';
const providerLink = 'A link that works for anyone who has it.';

/** By name of the table. The deletion works in this order, so the row of the user is locked first. */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  users: {
    exported: {
      table: users,
      rows: ({ id }) => eq(users.id, id),
      hidden: { password_hash: digest, terms_agreed_ip_hmac: digest, deleted_at: 'Always empty.' },
    },
    deletion: {
      blank: users,
      rows: ({ id }) => and(eq(users.id, id), isNull(users.deletedAt)),
      values: ({ id }, at) => ({
        // A unique address that cannot receive mail.
        email: `deleted-${id}@deleted.invalid`,
        firstName: 'Deleted member',
        phone: null,
        about: '',
        dp: null,
        pushNotification: false,
        emailNotification: false,
        passwordHash: null,
        expiredAt: null,
        referralCode: null,
        termsAgreedIpHmac: null,
        deletedAt: at,
        updatedAt: at,
      }),
    },
  },
  otp_codes: {
    exported: 'Digests of codes that expire after 10 minutes.',
    deletion: { remove: ofUser(otpCodes) },
  },
  push_tokens: exportedAndRemoved(
    ofUser(pushTokens, {
      token: 'Whoever has it can send messages to the device.',
      place_sha256: digest,
    }),
  ),
  push_jobs: {
    exported: temporary,
    deletion: { keep: 'Removed with push_tokens.' },
  },
  sessions: exportedAndRemoved(ofUser(sessions, { token_sha256: digest })),
  known_networks: exportedAndRemoved(ofUser(knownNetworks, { network_hmac: digest })),
  identities: exportedAndRemoved(ofUser(identities)),
  authenticators: exportedAndRemoved(
    ofUser(authenticators, { secret: 'Whoever has it can make codes.', last_step: internal }),
  ),
  passkeys: exportedAndRemoved(ofUser(passkeys, { public_key: internal, counter: internal })),
  passkey_challenges: {
    exported: temporary,
    deletion: { remove: ofUser(passkeyChallenges) },
  },
  recovery_codes: {
    exported: 'Digests of codes.',
    deletion: { remove: ofUser(recoveryCodes) },
  },
  second_step_waiting: {
    exported: temporary,
    deletion: { remove: ofUser(secondStepWaiting) },
  },
  data_exports: exportedAndRemoved(
    ofUser(dataExports, { id: 'A part of the link.', attempts: internal, next_attempt_at: internal }),
  ),
  chats: {
    exported: {
      table: chats,
      rows: ({ id }) =>
        and(
          eq(chats.chatType, 'GR'),
          inArray(
            chats.id,
            queries.select({ id: chatMembers.chatId }).from(chatMembers).where(eq(chatMembers.userId, id)),
          ),
        ),
      hidden: { archived_at: 'Archived chats are not shown to members.' },
    },
    deletion: { keep: conversation },
  },
  chat_members: {
    exported: ofUser(chatMembers),
    deletion: {
      remove: {
        table: chatMembers,
        // A personal chat stays for the other member.
        rows: ({ id }) => and(eq(chatMembers.userId, id), inArray(chatMembers.chatId, ownGroups)),
      },
    },
  },
  archived_chat_members: {
    exported: ofUser(archivedChatMembers),
    deletion: {
      remove: {
        table: archivedChatMembers,
        rows: ({ id }) =>
          and(eq(archivedChatMembers.userId, id), inArray(archivedChatMembers.chatId, ownGroups)),
      },
    },
  },
  user_blocks: {
    exported: {
      table: userBlocks,
      // Not the blocks of the user by others, which others keep private.
      rows: ({ id }) => eq(userBlocks.userId, id),
    },
    deletion: {
      remove: {
        table: userBlocks,
        rows: ({ id }) => or(eq(userBlocks.userId, id), eq(userBlocks.blockedId, id)),
      },
    },
  },
  user_mutes: {
    exported: ofUser(userMutes),
    deletion: {
      remove: {
        table: userMutes,
        rows: ({ id }) => or(eq(userMutes.userId, id), eq(userMutes.mutedId, id)),
      },
    },
  },
  contact_messages: exportedAndRemoved({
    table: contactMessages,
    rows: ({ email }) => sameAddress(contactMessages.email, email),
  }),
  mails: exportedAndRemoved({
    table: mails,
    rows: ({ email }) => sameAddress(mails.toAddress, email),
    hidden: {
      body: 'May contain codes and links.',
      attempts: internal,
      next_attempt_at: internal,
      last_error: 'An error of the mail server.',
    },
  }),
  messages: {
    exported: { table: messages, rows: ({ id }) => eq(messages.senderId, id) },
    deletion: { keep: conversation },
  },
  message_files: {
    exported: { table: messageFiles, rows: messageFileRows },
    deletion: { keep: conversation },
  },
  message_mentions: {
    exported: ofUser(messageMentions),
    deletion: { keep: conversation },
  },
  message_reactions: {
    exported: ofUser(messageReactions),
    deletion: { keep: conversation },
  },
  message_deletions: {
    exported: ofUser(messageDeletions),
    deletion: { keep: 'Ids only; the user cannot read the chat any more.' },
  },
  message_deliveries: {
    exported: ofUser(messageDeliveries),
    deletion: { keep: 'Receipts of the messages of other members.' },
  },
  message_reports: {
    exported: {
      table: messageReports,
      // Not the reports about the user, which would reveal who reported.
      rows: ({ id }) => eq(messageReports.userId, id),
      hidden: {
        body: 'The message of another member.',
        resolution: 'A decision about another member.',
      },
    },
    deletion: { keep: 'The operator reviews the reported message.' },
  },
  subscriptions: {
    exported: ofUser(subscriptions, { read_number: internal }),
    deletion: { keep: bookkeeping },
  },
  invoices: {
    exported: {
      table: invoices,
      rows: (person) => inArray(invoices.subscriptionId, ownSubscriptions(person)),
      hidden: { invoice_pdf: providerLink, read_number: internal },
    },
    deletion: { keep: bookkeeping },
  },
  refunds: {
    exported: { table: refunds, rows: (person) => inArray(refunds.invoiceId, ownInvoices(person)) },
    deletion: { keep: bookkeeping },
  },
  billing_customers: {
    exported: ofUser(billingCustomers),
    deletion: { keep: bookkeeping },
  },
  billing_setup_intents: {
    exported: ofUser(billingSetupIntents),
    deletion: { keep: 'Open ones are canceled at the provider later.' },
  },
  wallet_approvals: {
    exported: ofUser(walletApprovals, { approve_link: providerLink, checked_at: internal }),
    deletion: { keep: 'Open ones end without a payment.' },
  },
  trial_claims: {
    exported: {
      table: trialClaims,
      rows: (person) =>
        or(
          and(eq(trialClaims.kind, 'user'), eq(trialClaims.value, String(person.id))),
          inArray(trialClaims.subscriptionId, ownSubscriptions(person)),
        ),
      hidden: { value: 'A fingerprint of the card, for one trial per card.' },
    },
    deletion: { keep: 'One free trial per card and person.' },
  },
  idempotency_keys: {
    exported: 'Copies of billing responses, removed after a day.',
    deletion: { keep: 'Removed after a day.' },
  },
  billing_notices: {
    exported: 'Ids of sent mails, without content.',
    deletion: { keep: bookkeeping },
  },
  operator_log: {
    exported: {
      table: operatorLog,
      // The inputs of the commands that are members.
      rows: ({ id }) =>
        and(
          eq(operatorLog.dryRun, false),
          or(
            ...['member', 'members', 'first', 'second'].map(
              (name) => sql`${operatorLog.arguments} -> ${name}::text @> to_jsonb(${id}::integer)`,
            ),
          ),
        ),
      hidden: {
        operator: 'The name of another person.',
        arguments: 'May contain other members.',
        message: 'May contain other members.',
      },
    },
    deletion: { keep: 'The audit of the operator, with the id of the user only.' },
  },
  open_sockets: { exported: temporary, deletion: { keep: 'Ends with the sessions.' } },
  events: { exported: temporary, deletion: { keep: 'Removed after an hour.' } },
  push_news: { exported: temporary, deletion: { keep: temporary } },
  call_hits: { exported: temporary, deletion: { keep: 'Removed when they expire, within minutes.' } },
  rate_limits: { exported: temporary, deletion: { keep: 'Removed when they expire, within a day.' } },
  social_waiting: { exported: temporary, deletion: { keep: 'Of sign-ins without an account.' } },
};
