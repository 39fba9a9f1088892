// The recent proof that a person is the owner of the account, which changes of sign-in methods need.
import { fieldError } from './calls.ts';
import type { World } from './world.ts';

/** Milliseconds for which a proof is valid. */
const proofMs = 5 * 60_000;

/** Throws 422 unless the session has a proof of the last five minutes. */
export function requireProof(world: World, token: string, now: number): void {
  if (now - (world.provedAt.get(token) ?? 0) >= proofMs)
    throw fieldError('proof', 'Please confirm that it is you.');
}
