import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as v from 'valibot';
import type { Db } from '../db/database.ts';
import { parseJson } from '../parse-json.ts';
import { markUsed } from '../security/used-tokens.ts';

/** Lifetime of a challenge. */
const lifetimeMs = 10 * 60_000;
const algorithm = 'PBKDF2/SHA-256';
/** Iterations per attempt, and the range of attempts: well under a second on a phone. */
const cost = 1_000;
const minAttempts = 100;
const maxAttempts = 700;

export interface CaptchaKeys {
  readonly challenge: string;
  readonly solution: string;
}

/**
 * Creates a proof-of-work challenge in altcha-lib's format, version 2: `{ parameters, signature }`. The form sends back
 * `captcha`: base64 of the JSON `{ "challenge": <as received>, "solution": { "counter", "derivedKey" } }`.
 */
export function createCaptchaChallenge(keys: CaptchaKeys, now: number): ReturnType<typeof createChallenge> {
  return createChallenge({
    algorithm,
    cost,
    counter: randomInt(maxAttempts, minAttempts),
    deriveKey,
    expiresAt: Math.floor((now + lifetimeMs) / 1000),
    hmacSignatureSecret: keys.challenge,
    hmacKeySignatureSecret: keys.solution,
  });
}

const payloadSchema = v.object({
  challenge: v.object({
    parameters: v.looseObject({
      algorithm: v.literal(algorithm),
      nonce: v.string(),
      salt: v.string(),
      cost: v.number(),
      keyLength: v.number(),
      keyPrefix: v.string(),
      expiresAt: v.number(),
    }),
    signature: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  }),
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
});

/**
 * Returns whether `captcha` solves one of our challenges that has not expired, and marks it as used. The library accepts a
 * solution repeatedly; a unique key in the database makes each one valid once.
 */
export async function verifyAltcha(
  db: Db,
  { keys, captcha, now }: { keys: CaptchaKeys; captcha: string | undefined; now: number },
): Promise<boolean> {
  if (captcha === undefined) return false;
  const isJson = captcha.trimStart().startsWith('{');
  const payload = parseJson(
    payloadSchema,
    isJson ? captcha : Buffer.from(captcha, 'base64').toString('utf8'),
  );
  if (payload === null) return false;
  const { parameters, signature } = payload.challenge;
  if (parameters.expiresAt * 1000 < now) return false;
  const { verified } = await verifySolution({
    challenge: { parameters, signature },
    solution: payload.solution,
    deriveKey,
    hmacSignatureSecret: keys.challenge,
    hmacKeySignatureSecret: keys.solution,
  });
  if (!verified) return false;
  return markUsed(db, signature, parameters.expiresAt * 1000);
}
