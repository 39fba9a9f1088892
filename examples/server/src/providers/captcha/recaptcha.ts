import * as v from 'valibot';

interface RecaptchaOptions {
  readonly secretKey: string;
  /** `https://www.google.com/recaptcha/api/siteverify` by default. */
  readonly verifyUrl: string;
  /** The site's host names; tokens of other sites are invalid. */
  readonly hostnames: readonly string[];
}

/** reCAPTCHA is unavailable. */
export class CaptchaUnavailable extends Error {
  override readonly name = 'CaptchaUnavailable';
}

const timeoutMs = 5_000;
/** Maximum age of a solution: reCAPTCHA's two minutes, plus a margin. */
const maxAgeMs = 5 * 60_000;
const skewMs = 30_000;

const responseSchema = v.object({
  success: v.boolean(),
  challenge_ts: v.optional(v.string()),
  hostname: v.optional(v.string()),
  'error-codes': v.optional(v.array(v.string()), []),
});
/** Error codes of a wrong configuration. */
const configErrors = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request']);

/** Returns whether a token is valid. Throws {@link CaptchaUnavailable} if reCAPTCHA fails or rejects the server's key. */
export async function verifyRecaptcha(
  options: RecaptchaOptions,
  token: string,
  now: number,
): Promise<boolean> {
  const { secretKey, verifyUrl, hostnames } = options;
  let result: v.InferOutput<typeof responseSchema>;
  try {
    const response = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret: secretKey, response: token }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    result = v.parse(responseSchema, await response.json());
  } catch (error) {
    throw new CaptchaUnavailable('reCAPTCHA did not respond.', { cause: error });
  }
  const configError = result['error-codes'].find((code) => configErrors.has(code));
  if (configError !== undefined)
    throw new CaptchaUnavailable(`reCAPTCHA rejected the request: ${configError}`);
  const solvedAt = Date.parse(result.challenge_ts ?? '');
  const isRecent = solvedAt > now - maxAgeMs && solvedAt < now + skewMs;
  return result.success && isRecent && hostnames.includes(result.hostname ?? '');
}
