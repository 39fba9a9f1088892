// Verifies responses of passkeys. User verification (a fingerprint, a face or a PIN) is required, so that a passkey counts as
// two factors.
import { createHmac } from 'node:crypto';
import type { PasskeyAssertion, PasskeyAttestation } from '@openbell/core/contract';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { and, eq, lt } from 'drizzle-orm';
import type { Config } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { passkeys } from '../db/schema/passkeys.ts';
import { isAllowedOrigin } from '../http/headers/origins.ts';
import { fieldError, type HttpError } from '../http/http-error.ts';
import { type PasskeyUse, takeChallenge } from './passkey-challenges.ts';
import { passkeyName } from './passkey-names.ts';
import type { PasskeyRow } from './passkeys.ts';

/** EdDSA, ES256 and RS256, which all passkeys know one of. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257];

const loopback = new Set(['127.0.0.1', '[::1]']);

/** The domain of passkeys (RP ID): the host of the site. Browsers accept no IP address, so loopback is `localhost`. */
export function passkeyDomain({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  const { hostname } = new URL(publicUrl);
  return loopback.has(hostname) ? 'localhost' : hostname;
}

/** The user's id for passkeys (user handle). It reveals nothing about the account. */
export async function passkeyUserId(
  { installationKey }: Pick<ServerContext, 'installationKey'>,
  userId: number,
): Promise<string> {
  return createHmac('sha256', await installationKey('passkey-user'))
    .update(String(userId))
    .digest('base64url');
}

interface ClientRequest {
  readonly headers: Headers;
}

/** Returns the expected values of a response, after its challenge is used up. Throws 422 with `errors.passkey`. */
async function expectedOf(
  context: ServerContext,
  use: PasskeyUse,
  { clientDataJSON, headers }: ClientRequest & { readonly clientDataJSON: string },
) {
  const { config } = context;
  const { challenge, origin } = readClientData(context, clientDataJSON);
  await takeChallenge(context, use, challenge);
  if (!isAllowedOrigin(config, origin, headers.get('host') ?? undefined))
    throw notVerified(context, 'another origin');
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: passkeyDomain(config) };
}

function readClientData(context: ServerContext, text: string) {
  try {
    const { challenge, origin } = decodeClientDataJSON(text);
    if (typeof challenge === 'string' && typeof origin === 'string') return { challenge, origin };
  } catch {
    // The same error as for other values.
  }
  throw notVerified(context, 'unreadable client data');
}

function notVerified({ log }: Pick<ServerContext, 'log'>, reason: string): HttpError {
  log.warn('passkey-rejected', { reason: reason.slice(0, 200) });
  return fieldError('passkey', 'This passkey could not be verified. Please try again.');
}

/** Verifies a new passkey of a user and returns its row. Throws 422 with `errors.passkey`. */
export async function verifyNewPasskey(
  context: ServerContext,
  userId: number,
  { response, headers }: ClientRequest & { readonly response: PasskeyAttestation },
): Promise<typeof passkeys.$inferInsert> {
  const { clientDataJSON } = response.response;
  const expected = await expectedOf(context, { purpose: 'add', userId }, { clientDataJSON, headers });
  const { registrationInfo } = await verifyRegistrationResponse({
    ...expected,
    response: { ...(response as RegistrationJson), clientExtensionResults: {} },
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
  }).catch((error: Error) => {
    throw notVerified(context, error.message);
  });
  if (registrationInfo === undefined) throw notVerified(context, 'wrong attestation');
  const { credential, aaguid } = registrationInfo;
  return {
    userId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: response.response.transports ?? [],
    name: passkeyName(aaguid),
    createdAt: new Date(context.clock.now()),
  };
}

// The library's types are the same, without `readonly` and `undefined`.
type RegistrationJson = Parameters<typeof verifyRegistrationResponse>[0]['response'];
type AuthenticationJson = Parameters<typeof verifyAuthenticationResponse>[0]['response'];

/** Verifies the response of a stored passkey and returns the passkey. Throws 422 with `errors.passkey`. */
export async function usePasskey(
  context: ServerContext,
  use: PasskeyUse,
  { response, headers }: ClientRequest & { readonly response: PasskeyAssertion },
): Promise<PasskeyRow> {
  const { db, clock, log } = context;
  const { clientDataJSON, userHandle } = response.response;
  const expected = await expectedOf(context, use, { clientDataJSON, headers });
  const [passkey] = await db.select().from(passkeys).where(eq(passkeys.credentialId, response.id));
  if (passkey === undefined || (use.userId !== null && use.userId !== passkey.userId)) {
    log.warn('passkey-unknown', { purpose: use.purpose });
    const message =
      use.purpose === 'sign-in'
        ? 'This passkey is not known here. It may have been removed. Please sign in another way.'
        : 'This passkey does not belong to your account.';
    throw fieldError('passkey', message);
  }
  if (userHandle !== undefined && userHandle !== (await passkeyUserId(context, passkey.userId)))
    throw notVerified(context, 'another user handle');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expected,
    response: { ...(response as AuthenticationJson), clientExtensionResults: {} },
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch((error: Error) => {
    throw notVerified(context, error.message);
  });
  if (!verified) throw notVerified(context, 'wrong signature');
  const { newCounter } = authenticationInfo;
  // Of parallel responses with the same counter one is accepted: the other may be of a copied key.
  const used = await db
    .update(passkeys)
    .set({ counter: newCounter, lastUsedAt: new Date(clock.now()) })
    .where(
      and(
        eq(passkeys.id, passkey.id),
        newCounter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, newCounter),
      ),
    )
    .returning();
  const [row] = used;
  if (row === undefined) throw notVerified(context, 'used counter');
  log.info('passkey-used', { userId: row.userId, purpose: use.purpose });
  return row;
}
