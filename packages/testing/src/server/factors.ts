// Handlers of second factors. The app's code is always `MEMORY_FACTOR_CODE`.
import { fieldError, type Handlers, HttpError } from './calls.ts';
import { checkPasskey, passkeysOf } from './passkeys.ts';
import { requireProof } from './proof.ts';
import type { Person, StoredFactors, World } from './world.ts';

/** The code of every authenticator app. */
export const MEMORY_FACTOR_CODE = '246810';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

const noApp = () => new HttpError(409, 'Your account has no authenticator app.');

function factorsOf(world: World, person: Person): StoredFactors {
  return world.factors.get(person) ?? { authenticatorSince: null, recoveryCodes: [] };
}

export function hasAuthenticator(world: World, person: Person): boolean {
  return factorsOf(world, person).authenticatorSince !== null;
}

function newRecoveryCodes(world: World): readonly string[] {
  return Array.from({ length: 10 }, () => `memry-${String(world.next('recovery-code')).padStart(5, '0')}`);
}

/** Accepts the app's code, or a recovery code once. Throws 422. */
export function checkCode(world: World, person: Person, code: string | undefined): void {
  const factors = factorsOf(world, person);
  if (code === undefined)
    throw fieldError('code', 'Enter the 6-digit code of your authenticator app, or a recovery code.');
  if (code === MEMORY_FACTOR_CODE) return;
  if (!factors.recoveryCodes.includes(code))
    throw fieldError('code', 'This code is wrong or was already used. Please enter a new one.');
  factors.recoveryCodes = factors.recoveryCodes.filter((other) => other !== code);
}

export const factorHandlers: Handlers<
  | 'factors'
  | 'prove'
  | 'newAuthenticator'
  | 'confirmAuthenticator'
  | 'removeAuthenticator'
  | 'newRecoveryCodes'
> = {
  factors({ world, person }) {
    const { authenticatorSince, recoveryCodes } = factorsOf(world, person);
    const other = authenticatorSince !== null ? 'code' : person.password === '' ? 'sign-in' : 'password';
    return {
      body: {
        authenticator: authenticatorSince === null ? null : new Date(authenticatorSince).toISOString(),
        recovery_codes: recoveryCodes.length,
        proofs: passkeysOf(world, person).length > 0 ? ['passkey', other] : [other],
      },
    };
  },

  prove({ world, now, person, token, body }) {
    if (body.passkey !== undefined) checkPasskey(world, person, body.passkey);
    else if (hasAuthenticator(world, person)) checkCode(world, person, body.code);
    else if (person.password === '' || body.password !== person.password)
      throw fieldError('password', 'The password is wrong.');
    world.provedAt.set(token, now);
    return { body: { message: 'You have confirmed that it is you.' } };
  },

  newAuthenticator({ world, now, person, token }) {
    requireProof(world, token, now);
    if (hasAuthenticator(world, person))
      throw new HttpError(409, 'Your account already has an authenticator app.');
    world.factors.set(person, { authenticatorSince: null, recoveryCodes: [] });
    const uri = `otpauth://totp/Openbell:${encodeURIComponent(person.email)}?issuer=Openbell&secret=${SECRET}`;
    return { body: { secret: SECRET, uri } };
  },

  confirmAuthenticator({ world, now, person, body }) {
    const pending = world.factors.get(person);
    if (pending === undefined || pending.authenticatorSince !== null)
      throw new HttpError(409, 'Please begin to add the authenticator app again.');
    if (body.code !== MEMORY_FACTOR_CODE)
      throw fieldError('code', 'This code is wrong. Please enter the code that the app shows now.');
    pending.authenticatorSince = now;
    pending.recoveryCodes = newRecoveryCodes(world);
    return { body: { message: 'The authenticator app is added.', recovery_codes: pending.recoveryCodes } };
  },

  removeAuthenticator({ world, now, person, token }) {
    requireProof(world, token, now);
    if (!hasAuthenticator(world, person)) throw noApp();
    world.factors.delete(person);
    return { body: { message: 'The authenticator app is removed.' } };
  },

  newRecoveryCodes({ world, now, person, token }) {
    requireProof(world, token, now);
    if (!hasAuthenticator(world, person)) throw noApp();
    const codes = newRecoveryCodes(world);
    factorsOf(world, person).recoveryCodes = codes;
    return { body: { message: 'You have new recovery codes.', recovery_codes: codes } };
  },
};
