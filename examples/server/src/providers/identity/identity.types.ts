/** The providers of social sign-in. */
export type IdentityProviderName = 'google' | 'facebook';

/** An identity that the provider confirmed. */
export interface VerifiedIdentity {
  readonly provider: IdentityProviderName;
  /** The provider's id of the user, unique with `provider`. */
  readonly subject: string;
  /** Null if the provider does not share it. */
  readonly email: string | null;
  /** Whether the provider confirms that the user owns the address today. */
  readonly emailVerified: boolean;
  readonly name: string;
  /** An https address, or null. */
  readonly photo: string | null;
}

export interface Credential {
  /** Google's ID token or Facebook's access token. */
  readonly token: string;
  /** The browser's secret. Its SHA-256 is the nonce of the ID token. */
  readonly nonce: string | undefined;
}

/** Verifies credentials of one provider. */
export interface IdentityProvider {
  /** Throws {@link InvalidCredential}, or {@link IdentityUnavailable}. */
  verify(credential: Credential): Promise<VerifiedIdentity>;
}

/** The configured providers or sandboxes. Null if off. */
export type Identities = Readonly<Record<IdentityProviderName, IdentityProvider | null>>;

/** The credential is invalid. The message is for the log only. */
export class InvalidCredential extends Error {
  override readonly name = 'InvalidCredential';
}

/** The provider did not respond, or in an unknown format. */
export class IdentityUnavailable extends Error {
  override readonly name = 'IdentityUnavailable';
}
