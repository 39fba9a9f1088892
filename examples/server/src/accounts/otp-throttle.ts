import type { ServerContext } from '../context.ts';
import { throttle } from '../security/limits.ts';
import { sha256Hex } from '../security/tokens.ts';

/** Counts the request for a code. Throws 429, for known and unknown e-mail addresses alike. */
export async function throttleOtpCodes(
  context: ServerContext,
  email: string,
  address: string,
): Promise<void> {
  await throttle(context, 'otp-send.address', address);
  const account = sha256Hex(email.toLowerCase());
  await throttle(context, 'otp-send.account', account);
  await throttle(context, 'otp-send-hour.account', account);
  await throttle(context, 'otp-send-day.account', account);
}

/** Counts a try of a code; the five tries of the code itself are the code's own matter. Throws 429. */
export async function throttleOtpTries(
  context: ServerContext,
  email: string,
  address: string,
): Promise<void> {
  await throttle(context, 'otp-try.address', address);
  await throttle(context, 'otp-try.account', sha256Hex(email.toLowerCase()));
}
