// Types of identities at Google and Facebook.

/** The providers of social sign-in. */
export type IdentityProviderName = 'google' | 'facebook';

/** An identity as reported by the provider, not by the request. */
export interface VerifiedIdentity {
  readonly provider: IdentityProviderName;
  /** The provider's id of the person; the key with `provider`. */
  readonly subject: string;
  /** Null if not shared. */
  readonly email: string | null;
  /** Whether the provider confirms the address. */
  readonly emailVerified: boolean;
  readonly name: string;
  /** An https address, or null. */
  readonly photo: string | null;
}

export interface Credential {
  /** Google's ID token or Facebook's access token. */
  readonly token: string;
  /** The browser's secret; its SHA-256 is the provider's nonce. */
  readonly nonce: string | undefined;
}

/** Verifies credentials of one provider. */
export interface IdentityProvider {
  /** Throws {@link CredentialRefused}, or {@link IdentityUnavailable}. */
  verify(credential: Credential): Promise<VerifiedIdentity>;
}

/** The configured providers or sandboxes; null for none. */
export type Identities = Readonly<Record<IdentityProviderName, IdentityProvider | null>>;

/** The credential is invalid. The message is for the log only. */
export class CredentialRefused extends Error {
  override readonly name = 'CredentialRefused';
}

/** The provider did not answer, or in an unknown format. */
export class IdentityUnavailable extends Error {
  override readonly name = 'IdentityUnavailable';
}
