import type { PasskeyDescriptor } from '@openbell/core/contract';
import { HttpError, notFound } from '../http/http-error.ts';
import { queueMail } from '../mail/outbox.ts';
import { defineRoutes, readId } from '../routes.ts';
import { throttle } from '../security/limits.ts';
import { factorMail } from './factor-mails.ts';
import { requireFreshProof } from './fresh-proof.ts';
import { newChallenge } from './passkey-challenges.ts';
import {
  listPasskeys,
  type PasskeyRow,
  removePasskey,
  requireRoomForPasskey,
  storePasskey,
} from './passkeys.ts';
import { PASSKEY_ALGORITHMS, passkeyDomain, passkeyUserId, verifyNewPasskey } from './verify-passkey.ts';

function descriptorsOf(rows: readonly PasskeyRow[]): readonly PasskeyDescriptor[] {
  return rows.map(({ credentialId, transports }) => ({ id: credentialId, type: 'public-key', transports }));
}

export const passkeysRoutes = defineRoutes({
  passkeys: async ({ db }, { caller: { userId } }) => ({
    body: (await listPasskeys(db, userId)).map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
  }),

  newPasskey: async (context, { caller }) => {
    const { config, db } = context;
    const { userId, email, firstName } = caller;
    await requireFreshProof(context, caller);
    await requireRoomForPasskey(db, userId);
    return {
      body: {
        challenge: await newChallenge(context, { purpose: 'add', userId }),
        rp: { id: passkeyDomain(config), name: 'Openbell' },
        user: { id: await passkeyUserId(context, userId), name: email, displayName: firstName },
        pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: descriptorsOf(await listPasskeys(db, userId)),
      },
    };
  },

  addPasskey: async (context, { caller, body, headers }) => {
    const { config, db, clock, log } = context;
    const { userId, sessionId, email } = caller;
    const passkey = await verifyNewPasskey(context, userId, { response: body, headers });
    await db.transaction(async (tx) => {
      await storePasskey(tx, passkey, sessionId);
      await queueMail(tx, factorMail(email, 'passkey-added', config.publicUrl), clock.now());
    });
    log.info('factor-added', { userId, factor: 'passkey' });
    return { body: { message: 'The passkey is added.' } };
  },

  removePasskey: async (context, { caller, params }) => {
    const { config, db, clock, log } = context;
    const { userId, email } = caller;
    const id = readId(params.id);
    await requireFreshProof(context, caller);
    await throttle(context, 'factor-change.user', userId);
    await db.transaction(async (tx) => {
      if (!(await removePasskey(tx, userId, id))) throw notFound();
      await queueMail(tx, factorMail(email, 'passkey-removed', config.publicUrl), clock.now());
    });
    log.info('factor-removed', { userId, factor: 'passkey' });
    return { body: { message: 'The passkey is removed.' } };
  },

  passkeySignIn: async (context, { address }) => {
    await throttle(context, 'passkey-options.address', address);
    const challenge = await newChallenge(context, { purpose: 'sign-in', userId: null });
    return { body: { challenge, rpId: passkeyDomain(context.config), allowCredentials: [] } };
  },

  passkeyProof: async (context, { caller: { userId } }) => {
    const rows = await listPasskeys(context.db, userId);
    if (rows.length === 0) throw new HttpError(409, 'Your account has no passkey.');
    const challenge = await newChallenge(context, { purpose: 'prove', userId });
    return {
      body: { challenge, rpId: passkeyDomain(context.config), allowCredentials: descriptorsOf(rows) },
    };
  },
});
