// A new password by a mailed code.
import type { OtpSentAnswer } from '@openbell/core/contract';
import { endSessions } from './accounts.ts';
import { fieldError, type Handlers, Refusal } from './calls.ts';
import { fold, personByEmail, type ResetCode, type World } from './world.ts';

/** Seconds between two codes for one address. */
const everySeconds = 60;
const tries = 5;
const lifetimeMs = 10 * 60_000;

/** A new code in the place of the old one; the answer is alike for known and unknown addresses. */
function sendCode({ world, now, body }: { world: World; now: number; body: { email: string } }): {
  body: OtpSentAnswer;
} {
  const before = world.codes.get(fold(body.email));
  const wait = before === undefined ? 0 : Math.ceil((before.sentAt - now) / 1000) + everySeconds;
  if (wait > 0) throw new Refusal(429, `Please wait ${wait} seconds and try again.`, { retryAfter: wait });
  const otp = String((world.next('otp') * 271_829) % 1_000_000).padStart(6, '0');
  world.codes.set(fold(body.email), { otp, sentAt: now, verifiedAt: null, resetToken: null, failedTries: 0 });
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

/** The code of an address if it is right; one refusal for every reason. A wrong one counts. */
function rightCode(
  world: World,
  email: string,
  isShown: (code: ResetCode) => boolean,
  now: number,
): ResetCode {
  const code = world.codes.get(fold(email));
  const isGood = code !== undefined && code.failedTries < tries && now < code.sentAt + lifetimeMs;
  if (isGood && isShown(code) && personByEmail(world, email) !== null) return code;
  if (code !== undefined) code.failedTries += 1;
  throw fieldError('otp', 'This code is wrong or no longer valid. Check it, or ask for a new one.');
}

export const passwordResetHandlers: Handlers<'sendOtp' | 'resendOtp' | 'verifyOtp' | 'resetPassword'> = {
  sendOtp: sendCode,
  resendOtp: sendCode,

  verifyOtp({ world, now, body }) {
    const code = rightCode(world, body.email, ({ otp }) => otp === body.otp, now);
    code.verifiedAt = now;
    code.resetToken = `memory-reset-${world.next('reset')}`;
    return { body: { message: 'The code is right. Choose a new password.', reset_token: code.resetToken } };
  },

  resetPassword({ world, now, body }) {
    const { otp, reset_token: token } = body;
    const isShown = (code: ResetCode) => (token === undefined ? code.otp === otp : code.resetToken === token);
    const code = rightCode(world, body.email, isShown, now);
    const person = personByEmail(world, body.email);
    if (person === null || code.verifiedAt === null)
      throw fieldError('otp', 'This code is wrong or no longer valid. Check it, or ask for a new one.');
    person.password = body.password;
    // Used up, though a new one may not be asked for any sooner.
    code.failedTries = tries;
    endSessions(world, person);
    world.failedSignIns.delete(fold(body.email));
    return { body: { message: 'Password reset successfully' } };
  },
};
