// Who a person is at Google or Facebook. The rest of the server knows these types and nothing of either.

/** The outside services that a person can sign in with. */
export type IdentityProviderName = 'google' | 'facebook';

/** A person as the provider itself has just described them: nothing of it comes from the request. */
export interface VerifiedIdentity {
  readonly provider: IdentityProviderName;
  /** The provider's own number for the person; with `provider` the only key. */
  readonly subject: string;
  /** Null when the person shares none. */
  readonly email: string | null;
  /** Whether the provider vouches that the address is theirs. */
  readonly emailVerified: boolean;
  readonly name: string;
  /** An https address, or null. */
  readonly photo: string | null;
}

/** What a browser hands in. */
export interface Credential {
  /** Google's ID token or Facebook's access token. */
  readonly token: string;
  /** What the browser kept to itself, and whose SHA-256 it gave the provider as the nonce. */
  readonly nonce: string | undefined;
}

/** Verifies credentials of one provider. */
export interface IdentityProvider {
  /** Throws {@link CredentialRefused}, or {@link IdentityUnavailable} when the provider cannot be asked. */
  verify(credential: Credential): Promise<VerifiedIdentity>;
}

/** The providers that this server has; null where one is not configured and no sandbox stands in. */
export type Identities = Readonly<Record<IdentityProviderName, IdentityProvider | null>>;

/** The credential proves nothing. `reason` is for the log, never for the answer. */
export class CredentialRefused extends Error {
  override readonly name = 'CredentialRefused';
}

/** The provider did not answer, or not in its own format: the credential may be good. */
export class IdentityUnavailable extends Error {
  override readonly name = 'IdentityUnavailable';
}
