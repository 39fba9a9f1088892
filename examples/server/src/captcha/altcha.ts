import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as v from 'valibot';
import type { Db } from '../db/database.ts';
import { captchaUsed } from '../db/schema/accounts.ts';

/** How long a challenge may be solved and handed in. */
const lifetimeMs = 10 * 60_000;
const algorithm = 'PBKDF2/SHA-256';
/** Iterations a try, and the range in which the answer lies: well under a second on a phone. */
const cost = 1_000;
const fewestTries = 100;
const mostTries = 700;

export interface CaptchaKeys {
  readonly challenge: string;
  readonly solution: string;
}

/**
 * A proof-of-work challenge in altcha-lib's own format (its version 2): `{ parameters, signature }`. The form sends
 * back `captcha`: base64 of the JSON `{ "challenge": <as received>, "solution": { "counter", "derivedKey" } }`.
 */
export function makeCaptchaChallenge(keys: CaptchaKeys, now: number): ReturnType<typeof createChallenge> {
  return createChallenge({
    algorithm,
    cost,
    counter: randomInt(mostTries, fewestTries),
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

function readPayload(captcha: string): v.InferOutput<typeof payloadSchema> | null {
  try {
    const json = captcha.trimStart().startsWith('{')
      ? captcha
      : Buffer.from(captcha, 'base64').toString('utf8');
    const result = v.safeParse(payloadSchema, JSON.parse(json));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

/**
 * Whether `captcha` solves a challenge of ours that has not expired and has not been handed in before. The
 * library accepts the same solution for ever; that each one counts once is our own rule, held by a unique key.
 */
export async function useCaptcha(
  db: Db,
  keys: CaptchaKeys,
  captcha: string | undefined,
  now: number,
): Promise<boolean> {
  const payload = captcha === undefined ? null : readPayload(captcha);
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
  const claimed = await db
    .insert(captchaUsed)
    .values({ signature, expiresAt: new Date(parameters.expiresAt * 1000) })
    .onConflictDoNothing()
    .returning();
  return claimed.length === 1;
}
