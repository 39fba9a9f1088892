import {
  banUser,
  endSessions,
  exportToFile,
  findUsers,
  listSessions,
  removeAccount,
  unbanUser,
} from '../accounts/index.ts';
import { grantAccess, listPlans, revokeGrants } from '../billing/index.ts';
import { databaseCode } from '../db/error-code.ts';
import {
  authenticatorSince,
  countPasskeys,
  countRecoveryCodes,
  factorMail,
  removeAuthenticator,
  removePasskeys,
} from '../factors/index.ts';
import { HttpError } from '../http/http-error.ts';
import { queueMail } from '../mail/outbox.ts';
import { endAllSessions, type UserRow } from '../sessions/sessions.ts';
import type { Handlers, OperateContext } from './handlers.types.ts';

const DAY_MS = 86_400_000;
const MAX_GRANT_DAYS = 3_650;
const MAX_FOUND = 50;

export const memberHandlers: Handlers<
  | 'member find'
  | 'member show'
  | 'member grant'
  | 'member revoke'
  | 'member sessions'
  | 'member sign-out'
  | 'member ban'
  | 'member unban'
  | 'member reset-factors'
  | 'member export'
  | 'member delete'
> = {
  'member find': async ({ db, clock }, { text }) => {
    const found = await findUsers(db, text, MAX_FOUND);
    return {
      message: found.length === MAX_FOUND ? `The newest ${MAX_FOUND} members:` : `Members: ${found.length}.`,
      rows: found.map((user) => ({
        member: user.id,
        name: user.firstName,
        email: user.email,
        since: user.createdAt.toISOString(),
        access: accessOf(user, clock.now()),
      })),
    };
  },

  'member show': async (context, { member }) => {
    const plans = await listPlans(context.db, member.id);
    const sessions = await listSessions(context, member.id);
    const authenticator = await authenticatorSince(context.db, member.id);
    return {
      message: `Member ${member.id}`,
      details: {
        name: member.firstName,
        email: member.email,
        email_verified: member.emailVerifiedAt !== null,
        phone: member.phone,
        since: member.createdAt.toISOString(),
        access: accessOf(member, context.clock.now()),
        banned: member.bannedAt?.toISOString() ?? null,
        muted_until: member.mutedUntil?.toISOString() ?? null,
        devices: sessions.length,
        authenticator_app: authenticator?.toISOString() ?? null,
        recovery_codes: await countRecoveryCodes(context.db, member.id),
        passkeys: await countPasskeys(context.db, member.id),
      },
      rows: plans.map((plan) => ({
        plan: plan.id,
        provider: plan.provider,
        program: plan.program,
        // Granted access never renews, so it is stored as canceled.
        status: plan.provider === 'manual' ? 'granted' : plan.status,
        start: plan.currentPeriodStart?.toISOString() ?? null,
        end: plan.currentPeriodEnd?.toISOString() ?? null,
        provider_id: plan.providerSubscriptionId,
      })),
    };
  },

  'member grant': async (context, { member, days, until }) => {
    const now = context.clock.now();
    if ((days === undefined) === (until === undefined))
      throw new HttpError(422, 'Set either --days or --until.');
    const end = until ?? new Date(now + (days ?? 0) * DAY_MS);
    const duration = end.getTime() - now;
    // NaN with so many days that no date has them.
    if (!(duration > 0 && duration <= MAX_GRANT_DAYS * DAY_MS))
      throw new HttpError(422, 'The access must end in the future, within ten years.');
    await grantAccess(context, member.id, end);
    return { message: `The member ${member.id} has access until ${end.toISOString()}, without a charge.` };
  },

  'member revoke': async (context, { member }) => {
    const now = context.clock.now();
    const plans = await listPlans(context.db, member.id);
    const granted = plans.filter(
      ({ provider, currentPeriodEnd }) => provider === 'manual' && (currentPeriodEnd?.getTime() ?? 0) > now,
    );
    if (granted.length === 0) throw new HttpError(409, `The member ${member.id} has no granted access.`);
    return {
      preview: {
        message: `Would end the granted access of the member ${member.id} (${member.email}) now. Granted plans: ${granted.length}.`,
      },
      async apply() {
        await revokeGrants(context, member.id);
        return { message: `The granted access of the member ${member.id} has ended.` };
      },
    };
  },

  'member sessions': async (context, { member }) => {
    const sessions = await listSessions(context, member.id);
    return {
      message: `Devices on which the member ${member.id} is signed in: ${sessions.length}.`,
      rows: sessions.map(({ id, createdAt, lastSeenAt, userAgent }) => ({
        session: id,
        since: createdAt.toISOString(),
        last_used: lastSeenAt.toISOString(),
        device: userAgent,
      })),
    };
  },

  'member sign-out': async (context, { member, session }) => {
    const where = session === undefined ? 'on all devices' : `from the session ${session}`;
    return {
      preview: { message: `Would sign the member ${member.id} (${member.email}) out ${where}.` },
      async apply() {
        const count = await endSessions(context, member.id, session);
        if (session !== undefined && count === 0)
          throw new HttpError(404, `The member ${member.id} has no session ${session}.`);
        return { message: `Ended sessions of the member ${member.id}: ${count}.` };
      },
    };
  },

  'member ban': async (context, { member }) => ({
    preview: {
      message: `Would sign the member ${member.id} (${member.email}) out, refuse further sign-ins and cancel the renewal of their plan. Payments are not refunded.`,
    },
    async apply() {
      await banUser(context, member.id);
      return { message: `The member ${member.id} is banned. To undo it: member unban ${member.id}` };
    },
  }),

  'member unban': async (context, { member }) => {
    await unbanUser(context, member.id);
    return { message: `The member ${member.id} can sign in and post.` };
  },

  'member reset-factors': async (context, { member }) => ({
    preview: {
      message: `Would remove the authenticator app, the recovery codes and the passkeys of the member ${member.id} (${member.email}), sign them out on all devices and mail them. Check first that the request is from the member.`,
    },
    async apply() {
      const { config, clock, bus, log } = context;
      await bus.transact(async (tx, publish) => {
        // First: a parallel call of a session may add a factor until the session has ended.
        await endAllSessions(tx, member.id);
        const hadApp = await removeAuthenticator(tx, member.id);
        const removed = await removePasskeys(tx, member.id);
        if (!hadApp && removed === 0)
          throw new HttpError(409, `The member ${member.id} has no authenticator app and no passkey.`);
        publish('session-ended', { userId: member.id, sessionId: 'all' });
        await queueMail(tx, factorMail(member.email, 'factors-reset', config.publicUrl), clock.now());
      });
      log.info('factors-reset', { userId: member.id });
      return {
        message: `The member ${member.id} signs in without a code, and is signed out on all devices.`,
      };
    },
  }),
  'member export': async (context, { member, to }) => {
    try {
      const bytes = await exportToFile(context, member, to);
      return { message: `Wrote the data of the member ${member.id}.`, details: { file: to, bytes } };
    } catch (error) {
      const code = databaseCode(error);
      if (code === 'EEXIST') throw new HttpError(409, `${to} exists. Choose another file.`);
      if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOTDIR')
        throw new HttpError(422, `${to} cannot be written by the server (${code}).`);
      throw error;
    }
  },

  'member delete': async (context, { member }) => ({
    preview: await describeDeletion(context, member),
    async apply() {
      await removeAccount(context, member);
      return { message: `The account of the member ${member.id} is deleted.` };
    },
  }),
};

async function describeDeletion({ db }: OperateContext, member: UserRow) {
  const plans = await listPlans(db, member.id);
  const live = plans.filter(({ status, provider }) => status !== 'canceled' && provider !== 'manual').length;
  return {
    message:
      `Would delete the personal data of the member ${member.id} (${member.email}) and end their paid plans (${live}). ` +
      'This cannot be undone. Messages stay, with the sender "Deleted member"; payments stay without a name.',
  };
}

/** Returns the end of access, or why there is none. */
function accessOf({ expiredAt }: UserRow, now: number): string {
  if (expiredAt === null) return 'never had a plan';
  return `${expiredAt.getTime() > now ? 'until' : 'ended'} ${expiredAt.toISOString()}`;
}
