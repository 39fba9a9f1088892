import { eq } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { users } from '../db/schema/accounts.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import { queueMail } from '../mail/outbox.ts';
import { type Caller, defineRoutes } from '../routes.ts';
import { throttle } from '../security/limits.ts';
import { requireSession } from '../sessions/sessions.ts';
import { authenticatorSince, confirmSecret, createSecret } from './authenticator.ts';
import { type FactorChange, factorMail } from './factor-mails.ts';
import { requireFreshProof } from './fresh-proof.ts';
import { countPasskeys } from './passkeys.ts';
import { countRecoveryCodes, recoveryKey, replaceRecoveryCodes } from './recovery-codes.ts';
import { removeAuthenticator } from './remove-factors.ts';
import { clearFactorCodes, countFactorCode } from './second-step.ts';

const noApp = () => new HttpError(409, 'Your account has no authenticator app.');

/** Returns the mail to the caller about a change. */
function mailTo({ config }: ServerContext, { email }: Caller, change: FactorChange) {
  return factorMail(email, change, config.publicUrl);
}

export const factorsRoutes = defineRoutes({
  factors: async ({ db }, { caller: { userId } }) => {
    const since = await authenticatorSince(db, userId);
    const [user] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId));
    const other = since !== null ? 'code' : user?.hash == null ? 'sign-in' : 'password';
    return {
      body: {
        authenticator: since?.toISOString() ?? null,
        recovery_codes: await countRecoveryCodes(db, userId),
        proofs: (await countPasskeys(db, userId)) > 0 ? ['passkey', other] : [other],
      },
    };
  },

  newAuthenticator: async (context, { caller }) => {
    await requireFreshProof(context, caller);
    return { body: await createSecret(context, caller) };
  },

  confirmAuthenticator: async (context, { caller, body: { code } }) => {
    const { db, clock, log } = context;
    const { userId, sessionId } = caller;
    await countFactorCode(context, userId);
    const key = await recoveryKey(context);
    const recovery = await confirmSecret(context, { caller, code }, async (tx) => {
      await requireSession(tx, sessionId);
      await queueMail(tx, mailTo(context, caller, 'authenticator-added'), clock.now());
      return replaceRecoveryCodes(tx, key, userId);
    });
    if (recovery === null)
      throw fieldError('code', 'This code is wrong. Please enter the code that the app shows now.');
    await clearFactorCodes(db, userId);
    log.info('factor-added', { userId, factor: 'authenticator' });
    return { body: { message: 'The authenticator app is added.', recovery_codes: recovery } };
  },

  removeAuthenticator: async (context, { caller }) => {
    const { db, clock, log } = context;
    const { userId } = caller;
    await requireFreshProof(context, caller);
    await throttle(context, 'factor-change.user', userId);
    await db.transaction(async (tx) => {
      if (!(await removeAuthenticator(tx, userId))) throw noApp();
      await queueMail(tx, mailTo(context, caller, 'authenticator-removed'), clock.now());
    });
    log.info('factor-removed', { userId, factor: 'authenticator' });
    return { body: { message: 'The authenticator app is removed.' } };
  },

  newRecoveryCodes: async (context, { caller }) => {
    const { db, clock, log } = context;
    const { userId } = caller;
    await requireFreshProof(context, caller);
    await throttle(context, 'factor-change.user', userId);
    const key = await recoveryKey(context);
    const codes = await db.transaction(async (tx) => {
      if ((await authenticatorSince(tx, userId)) === null) throw noApp();
      await queueMail(tx, mailTo(context, caller, 'codes-replaced'), clock.now());
      return replaceRecoveryCodes(tx, key, userId);
    });
    log.info('recovery-codes-replaced', { userId });
    return { body: { message: 'You have new recovery codes.', recovery_codes: codes } };
  },
});
