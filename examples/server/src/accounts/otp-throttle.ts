import type { ServerContext } from '../context.ts';
import { networkOf } from '../http/client/network-of.ts';
import { throttle } from '../security/limits.ts';
import { sha256Hex } from '../security/tokens.ts';

/** Counts a request for a code, for known and unknown e-mail addresses alike. Throws 429. */
export async function throttleOtpRequests(
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

/**
 * Counts an attempt, in addition to the five attempts of the code itself. By account and network, so that nobody uses up the
 * attempts of others: the codes limit the guesses for an account. Throws 429.
 */
export async function throttleOtpAttempts(
  context: ServerContext,
  email: string,
  address: string,
): Promise<void> {
  await throttle(context, 'otp-try.address', address);
  await throttle(context, 'otp-try.account', `${sha256Hex(email.toLowerCase())}:${networkOf(address)}`);
}
