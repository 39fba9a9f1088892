import * as v from 'valibot';

/** reCAPTCHA's verdict on a token; `at` is the time of the solution in milliseconds since the epoch. */
export type RecaptchaVerdict = { readonly ok: true; readonly at: number } | { readonly ok: false };

export interface RecaptchaOptions {
  readonly secretKey: string;
  /** `https://www.google.com/recaptcha/api/siteverify`; tests replace it. */
  readonly verifyUrl: string;
  /** The site's host names; tokens of other sites are invalid. */
  readonly hostnames: readonly string[];
  readonly timeoutMs?: number;
}

/** reCAPTCHA is unavailable. */
export class CaptchaUnavailable extends Error {
  override readonly name = 'CaptchaUnavailable';
}

/** Maximum age of a solution: reCAPTCHA's two minutes, plus a margin. */
const oldestMs = 5 * 60_000;
const skewMs = 30_000;

const answerSchema = v.object({
  success: v.boolean(),
  challenge_ts: v.optional(v.string()),
  hostname: v.optional(v.string()),
  'error-codes': v.optional(v.array(v.string()), []),
});
/** Codes of configuration errors. */
const ours = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request']);

/** Verifies a token. Throws {@link CaptchaUnavailable} when reCAPTCHA does not answer or refuses the server's key. */
export async function verifyRecaptcha(
  options: RecaptchaOptions,
  token: string,
  now: number,
): Promise<RecaptchaVerdict> {
  const { secretKey, verifyUrl, hostnames, timeoutMs = 5_000 } = options;
  let answer: v.InferOutput<typeof answerSchema>;
  try {
    const response = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret: secretKey, response: token }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    answer = v.parse(answerSchema, await response.json());
  } catch (error) {
    throw new CaptchaUnavailable('reCAPTCHA did not answer.', { cause: error });
  }
  const fault = answer['error-codes'].find((code) => ours.has(code));
  if (fault !== undefined) throw new CaptchaUnavailable(`reCAPTCHA refused the request: ${fault}`);
  const at = Date.parse(answer.challenge_ts ?? '');
  const inTime = at > now - oldestMs && at < now + skewMs;
  if (!answer.success || !inTime || !hostnames.includes(answer.hostname ?? '')) return { ok: false };
  return { ok: true, at };
}
