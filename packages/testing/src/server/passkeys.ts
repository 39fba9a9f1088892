// Handlers of passkeys. They check challenges and owners, as a server does, but no signatures.
import type { PasskeyAssertion, PasskeyRequestOptions } from '@openbell/core/contract';
import { fieldError, type Handlers, HttpError, notFound, readId } from './calls.ts';
import { requireProof } from './proof.ts';
import type { Person, StoredPasskey, World } from './world.ts';

const MAX_PASSKEYS = 10;
const challengeMs = 5 * 60_000;
const RP = { id: 'localhost', name: 'Openbell' };

function newChallenge(world: World, owner: Person | null): string {
  const challenge = `memory-challenge-${world.next('challenge')}`;
  world.challenges.set(challenge, { owner, expiresAt: world.clock.now() + challengeMs });
  return challenge;
}

/** Uses up the challenge of a response. Throws 422. */
function takeChallenge(world: World, owner: Person | null, clientDataJSON: string): void {
  const challenge = challengeOf(clientDataJSON);
  const stored = world.challenges.get(challenge);
  world.challenges.delete(challenge);
  if (stored === undefined || stored.owner !== owner || stored.expiresAt <= world.clock.now())
    throw fieldError('passkey', 'This took too long. Please try again.');
}

function challengeOf(clientDataJSON: string): string {
  try {
    return String(JSON.parse(atob(clientDataJSON.replaceAll('-', '+').replaceAll('_', '/'))).challenge);
  } catch {
    throw fieldError('passkey', 'This passkey could not be verified. Please try again.');
  }
}

export function passkeysOf(world: World, person: Person): readonly StoredPasskey[] {
  return [...world.passkeys.values()].filter(({ owner }) => owner === person);
}

/** Accepts the response of a passkey and returns the passkey's person. `owner` is null for a sign-in. Throws 422. */
export function checkPasskey(world: World, owner: Person | null, { id, response }: PasskeyAssertion): Person {
  takeChallenge(world, owner, response.clientDataJSON);
  const passkey = world.passkeys.get(id);
  if (passkey === undefined || (owner !== null && passkey.owner !== owner))
    throw fieldError('passkey', 'This passkey is not known here. It may have been removed.');
  passkey.lastUsedAt = world.clock.now();
  return passkey.owner;
}

function requestOf(world: World, owner: Person | null): PasskeyRequestOptions {
  const own = owner === null ? [] : passkeysOf(world, owner);
  return {
    challenge: newChallenge(world, owner),
    rpId: RP.id,
    allowCredentials: own.map(({ credentialId }) => ({
      id: credentialId,
      type: 'public-key',
      transports: ['internal'],
    })),
  };
}

const tooMany = () =>
  new HttpError(409, `Your account has ${MAX_PASSKEYS} passkeys. Remove one to add another.`);

export const passkeyHandlers: Handlers<
  'passkeys' | 'newPasskey' | 'addPasskey' | 'removePasskey' | 'passkeySignIn' | 'passkeyProof'
> = {
  passkeys: ({ world, person }) => ({
    body: passkeysOf(world, person).map(({ id, createdAt, lastUsedAt }) => ({
      id,
      name: '',
      created_at: new Date(createdAt).toISOString(),
      last_used_at: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    })),
  }),

  newPasskey({ world, now, person, token }) {
    requireProof(world, token, now);
    const own = passkeysOf(world, person);
    if (own.length >= MAX_PASSKEYS) throw tooMany();
    return {
      body: {
        challenge: newChallenge(world, person),
        rp: RP,
        user: { id: `memory-user-${person.id}`, name: person.email, displayName: person.first_name },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        excludeCredentials: own.map(({ credentialId }) => ({
          id: credentialId,
          type: 'public-key',
          transports: ['internal'],
        })),
      },
    };
  },

  addPasskey({ world, now, person, body }) {
    takeChallenge(world, person, body.response.clientDataJSON);
    if (passkeysOf(world, person).length >= MAX_PASSKEYS) throw tooMany();
    if (world.passkeys.has(body.id)) throw fieldError('passkey', 'This passkey was already added.');
    const id = world.next('passkey');
    world.passkeys.set(body.id, {
      id,
      credentialId: body.id,
      owner: person,
      createdAt: now,
      lastUsedAt: null,
    });
    return { body: { message: 'The passkey is added.' } };
  },

  removePasskey({ world, now, person, token, params }) {
    const id = readId(params.id);
    requireProof(world, token, now);
    const passkey = passkeysOf(world, person).find((own) => own.id === id);
    if (passkey === undefined) throw notFound();
    world.passkeys.delete(passkey.credentialId);
    return { body: { message: 'The passkey is removed.' } };
  },

  passkeySignIn: ({ world }) => ({ body: requestOf(world, null) }),

  passkeyProof({ world, person }) {
    if (passkeysOf(world, person).length === 0) throw new HttpError(409, 'Your account has no passkey.');
    return { body: requestOf(world, person) };
  },
};
