// Passkeys on the wire. Options and responses are the JSON forms of WebAuthn; binary values are base64url.
import * as v from 'valibot';
import {
  entityIdSchema,
  type IsoInstant,
  inputText,
  instantSchema,
  nullableInstantSchema,
  textSchema,
} from './primitives.ts';
import { entityList, orAbsent, type Schema } from './schema.ts';

/** A passkey of the caller (optional addition). */
export interface Passkey {
  readonly id: number;
  /** The name of its password manager, or empty. */
  readonly name: string;
  /** Null when missing. */
  readonly created_at: IsoInstant | null;
  /** Null when it was never used. */
  readonly last_used_at: IsoInstant | null;
}

export const passkeysResponseSchema: Schema<readonly Passkey[]> = entityList(
  v.object({
    id: entityIdSchema,
    name: textSchema,
    created_at: orAbsent(instantSchema, null),
    last_used_at: nullableInstantSchema,
  }),
);

/** A reference to a passkey. */
export interface PasskeyDescriptor {
  readonly id: string;
  readonly type: 'public-key';
  readonly transports?: readonly string[] | undefined;
}

const transports = v.optional(v.array(v.string()));
const publicKey = v.literal('public-key');
const descriptors = v.optional(v.array(v.object({ id: v.string(), type: publicKey, transports })), () => []);

/** How a passkey is created: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export interface PasskeyCreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  /** The accepted algorithms, as COSE numbers; the preferred one first. */
  readonly pubKeyCredParams: readonly { readonly type: 'public-key'; readonly alg: number }[];
  /** Passkeys of the account; a device that has one of them creates no other. */
  readonly excludeCredentials: readonly PasskeyDescriptor[];
}

export const passkeyCreationOptionsSchema: Schema<PasskeyCreationOptions> = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ type: publicKey, alg: v.number() })),
  excludeCredentials: descriptors,
});

/** How a passkey is used: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export interface PasskeyRequestOptions {
  readonly challenge: string;
  readonly rpId: string;
  /** The accepted passkeys; empty for a sign-in, where the member chooses. */
  readonly allowCredentials: readonly PasskeyDescriptor[];
}

export const passkeyRequestOptionsSchema: Schema<PasskeyRequestOptions> = v.object({
  challenge: v.string(),
  rpId: v.string(),
  allowCredentials: descriptors,
});

const credential = { id: inputText(1_400), rawId: inputText(1_400), type: publicKey };

/** A new passkey: `RegistrationResponseJSON` of WebAuthn. */
export interface PasskeyAttestation {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[] | undefined;
  };
}

export const passkeyAttestationSchema: Schema<PasskeyAttestation> = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: inputText(4_000),
    attestationObject: inputText(20_000),
    transports: v.optional(v.pipe(v.array(inputText(32)), v.maxLength(10))),
  }),
});

/** The response of a passkey: `AuthenticationResponseJSON` of WebAuthn. */
export interface PasskeyAssertion {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | undefined;
  };
}

export const passkeyAssertionSchema: Schema<PasskeyAssertion> = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: inputText(4_000),
    authenticatorData: inputText(4_000),
    signature: inputText(8_000),
    userHandle: v.optional(inputText(200)),
  }),
});
