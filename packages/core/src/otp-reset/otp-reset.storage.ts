import * as v from 'valibot';
import type { KeyValueStorage } from '../ports/index.ts';
import { readStored } from '../shared/json-storage.ts';
import type { OtpResetState } from './otp-reset.types.ts';

export const OTP_RESET_KEY = 'otpReset';
/** Milliseconds; older codes are not restored, because they are no longer valid. */
const LIFETIME = 600_000;

const recordSchema = v.object({
  version: v.literal(1),
  email: v.pipe(v.string(), v.nonEmpty(), v.maxLength(320)),
  sentAt: v.pipe(v.number(), v.safeInteger()),
  resendAt: v.pipe(v.number(), v.safeInteger()),
});

/** The address of the code, and when it was sent and can be sent again (ms since 1970). */
interface OtpResetRecord {
  readonly email: string;
  readonly sentAt: number;
  readonly resendAt: number;
}

/** Restores the record after a reload; null when it is missing, invalid or too old. */
export function readOtpReset(storage: KeyValueStorage, key: string, now: number): OtpResetRecord | null {
  const stored = readStored(storage.read(key), recordSchema, 2_000);
  if (stored === null || now - stored.sentAt >= LIFETIME) return null;
  const { version: _, ...record } = stored;
  return record;
}

/** Stores the address and the countdown, never a code or a password. */
export function writeOtpReset(storage: KeyValueStorage, key: string, state: OtpResetState): void {
  if (state.step === 'verify' || state.step === 'reset') {
    const { email, sentAt, resendAt } = state;
    storage.write(key, JSON.stringify({ version: 1, email, sentAt, resendAt }));
  } else {
    storage.remove(key);
  }
}
