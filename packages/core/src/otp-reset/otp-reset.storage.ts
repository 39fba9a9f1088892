import * as v from 'valibot';
import type { KeyValueStorage } from '../ports/index.ts';
import type { OtpResetState } from './otp-reset.types.ts';

export const OTP_RESET_KEY = 'otpReset';
/** A code that was sent longer ago is good for nothing: there is nothing to come back to. */
const LIFETIME = 600_000;

const recordSchema = v.object({
  version: v.literal(1),
  email: v.pipe(v.string(), v.nonEmpty(), v.maxLength(320)),
  sentAt: v.pipe(v.number(), v.safeInteger()),
  resendAt: v.pipe(v.number(), v.safeInteger()),
});

/** Where the code went, and when it was sent and may be sent again (ms since 1970). */
interface OtpResetRecord {
  readonly email: string;
  readonly sentAt: number;
  readonly resendAt: number;
}

/** What a reload has left; garbage and what is too old read as absent. */
export function readOtpReset(storage: KeyValueStorage, key: string, now: number): OtpResetRecord | null {
  const text = storage.read(key);
  if (text === null || text.length > 2_000) return null;
  try {
    const { success, output } = v.safeParse(recordSchema, JSON.parse(text));
    if (!success || now - output.sentAt >= LIFETIME) return null;
    const { email, sentAt, resendAt } = output;
    return { email, sentAt, resendAt };
  } catch {
    return null;
  }
}

/** Keeps where the code went and when another may be asked for: never a code, never a password. */
export function writeOtpReset(storage: KeyValueStorage, key: string, state: OtpResetState): void {
  if (state.step === 'verify' || state.step === 'reset') {
    const { email, sentAt, resendAt } = state;
    storage.write(key, JSON.stringify({ version: 1, email, sentAt, resendAt }));
  } else {
    storage.remove(key);
  }
}
