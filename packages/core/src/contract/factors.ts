// Second factors on the wire: the authenticator app, recovery codes and proofs.
import * as v from 'valibot';
import type { MessageResponse } from './accounts.ts';
import { type PasskeyAssertion, passkeyAssertionSchema } from './passkeys.ts';
import { type IsoInstant, inputText, nullableInstantSchema, numberSchema, textSchema } from './primitives.ts';
import { lenientList, orAbsent, type Schema } from './schema.ts';

/**
 * How a member can prove their identity again. `code`: of the authenticator app, or a recovery code. `sign-in`: by signing
 * in again.
 */
export type ProofKind = 'passkey' | 'code' | 'password' | 'sign-in';

/** The caller's factors (optional addition). */
export interface FactorsResponse {
  /** When the authenticator app was added; null when there is none. */
  readonly authenticator: IsoInstant | null;
  /** Number of unused recovery codes. */
  readonly recovery_codes: number;
  /** The proofs that this account accepts; the preferred one first. */
  readonly proofs: readonly ProofKind[];
}

export const factorsResponseSchema: Schema<FactorsResponse> = v.object({
  authenticator: nullableInstantSchema,
  recovery_codes: orAbsent(numberSchema, 0),
  proofs: orAbsent(lenientList(v.picklist(['passkey', 'password', 'code', 'sign-in'])), []),
});

/** A new secret for an authenticator app. */
export interface NewAuthenticatorResponse {
  /** Base32, to be typed. */
  readonly secret: string;
  /** `otpauth://…`, to be shown as a QR code. */
  readonly uri: string;
}

export const newAuthenticatorResponseSchema: Schema<NewAuthenticatorResponse> = v.object({
  secret: v.string(),
  uri: v.string(),
});

/** Recovery codes; no later response contains them. */
export interface RecoveryCodesResponse extends MessageResponse {
  readonly recovery_codes: readonly string[];
}

export const recoveryCodesResponseSchema: Schema<RecoveryCodesResponse> = v.object({
  message: textSchema,
  recovery_codes: v.array(v.string()),
});

/** One of the account's `proofs`. */
export interface ProveBody {
  /** Of the authenticator app, or a recovery code. */
  readonly code?: string | undefined;
  readonly password?: string | undefined;
  /** For a challenge of passkey-proof. */
  readonly passkey?: PasskeyAssertion | undefined;
}

export const proveBodySchema: Schema<ProveBody> = v.object({
  password: v.optional(inputText(1_024)),
  code: v.optional(inputText(32)),
  passkey: v.optional(passkeyAssertionSchema),
});
