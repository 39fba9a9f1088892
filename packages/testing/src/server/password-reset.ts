// Handlers of the password reset with a mailed code.
import type { OtpSentResponse } from '@openbell/core/contract';
import { endSessions } from './accounts.ts';
import { fieldError, type Handlers, HttpError } from './calls.ts';
import { normalizeEmail, personByEmail, type ResetCode, type World } from './world.ts';

/** Minimum seconds between two codes for one address. */
const everySeconds = 60;
const tries = 5;
const lifetimeMs = 10 * 60_000;

/** Replaces the code of an address. The response is the same for known and unknown addresses. */
function sendCode({ world, now, body }: { world: World; now: number; body: { email: string } }): {
  body: OtpSentResponse;
} {
  const before = world.codes.get(normalizeEmail(body.email));
  const wait = before === undefined ? 0 : Math.ceil((before.sentAt - now) / 1000) + everySeconds;
  if (wait > 0) throw new HttpError(429, `Please wait ${wait} seconds and try again.`, { retryAfter: wait });
  const otp = String((world.next('otp') * 271_829) % 1_000_000).padStart(6, '0');
  world.codes.set(normalizeEmail(body.email), {
    otp,
    sentAt: now,
    verifiedAt: null,
    resetToken: null,
    failedTries: 0,
  });
  const person = personByEmail(world, body.email);
  if (person !== null)
    world.mails.unshift({
      to: person.email,
      subject: `${otp} is your code`,
      text: `Your code to choose a new password:\n\n    ${otp}\n\nIt is good for 10 minutes.`,
      at: now,
    });
  return {
    body: { message: 'If an account exists, a code has been sent.', retry_after: everySeconds },
  };
}

interface CodeCheck {
  readonly email: string;
  readonly matches: (code: ResetCode) => boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Returns the address's code if it matches. Throws the same 422 for every reason, and counts the failed try. */
function requireValidCode(world: World, { email, matches, now }: CodeCheck): ResetCode {
  const code = world.codes.get(normalizeEmail(email));
  const isUsable = code !== undefined && code.failedTries < tries && now < code.sentAt + lifetimeMs;
  if (isUsable && matches(code) && personByEmail(world, email) !== null) return code;
  if (code !== undefined) code.failedTries += 1;
  throw fieldError('otp', 'This code is wrong or no longer valid. Check it, or ask for a new one.');
}

export const passwordResetHandlers: Handlers<'sendOtp' | 'resendOtp' | 'verifyOtp' | 'resetPassword'> = {
  sendOtp: sendCode,
  resendOtp: sendCode,

  verifyOtp({ world, now, body }) {
    const code = requireValidCode(world, { email: body.email, matches: ({ otp }) => otp === body.otp, now });
    code.verifiedAt = now;
    code.resetToken = `memory-reset-${world.next('reset')}`;
    return { body: { message: 'The code is right. Choose a new password.', reset_token: code.resetToken } };
  },

  resetPassword({ world, now, body }) {
    const { otp, reset_token: token } = body;
    const matches = (code: ResetCode) => (token === undefined ? code.otp === otp : code.resetToken === token);
    const code = requireValidCode(world, { email: body.email, matches, now });
    const person = personByEmail(world, body.email);
    if (person === null || code.verifiedAt === null)
      throw fieldError('otp', 'This code is wrong or no longer valid. Check it, or ask for a new one.');
    person.password = body.password;
    // Invalidates the code. It stays stored, so that the limit on new codes still applies.
    code.failedTries = tries;
    endSessions(world, person);
    world.failedSignIns.delete(normalizeEmail(body.email));
    return { body: { message: 'Password reset successfully' } };
  },
};
