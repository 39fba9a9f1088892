import { createHash } from 'node:crypto';
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { equalInConstantTime } from '../../security/tokens.ts';
import { CredentialRefused, type IdentityProvider, IdentityUnavailable } from './identity.types.ts';
import { readEmail, readPhoto, readText } from './read-claims.ts';

/** Both forms are Google's own. */
export const GOOGLE_ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];
/** Maximum age of an ID token. */
const oldestSeconds = 600;
const skewSeconds = 30;

export interface GoogleIdentityOptions {
  readonly clientId: string;
  /** Google's public keys, or the sandbox's. */
  readonly keys: JWTVerifyGetKey;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Google's keys, fetched on first use and again for an unknown key id. */
export function googleKeys(url: string, timeoutMs = 5_000): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(url), { timeoutDuration: timeoutMs });
}

/**
 * Verifies ID tokens of Google Identity Services: RS256 by one of Google's keys, issued by Google to this site within
 * the last ten minutes, with a verified address and with the nonce of the browser that hands it in.
 */
export function createGoogleIdentity({ clientId, keys, now }: GoogleIdentityOptions): IdentityProvider {
  return {
    async verify({ token, nonce }) {
      const claims = await readToken(token);
      const { sub = '', email, email_verified: verified } = claims;
      if (sub === '' || sub.length > 255) throw new CredentialRefused('no subject');
      if (verified !== true) throw new CredentialRefused('the address is not verified');
      if (!hasNonce(claims, nonce)) throw new CredentialRefused('wrong nonce');
      const address = readEmail(email);
      return {
        provider: 'google',
        subject: sub,
        email: address,
        emailVerified: address !== null,
        name: readText(claims.name, 100),
        photo: readPhoto(claims.picture),
      };
    },
  };

  async function readToken(token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        issuer: GOOGLE_ISSUERS,
        audience: clientId,
        requiredClaims: ['sub', 'iat', 'exp'],
        maxTokenAge: oldestSeconds,
        clockTolerance: skewSeconds,
        currentDate: new Date(now()),
      });
      return payload;
    } catch (error) {
      if (isAboutToken(error)) throw new CredentialRefused(error.code, { cause: error });
      throw new IdentityUnavailable('The keys could not be had.', { cause: error });
    }
  }
}

/** Checks the nonce: Google has its hash, only the browser has the text, so a stolen token is useless. */
function hasNonce(claims: JWTPayload, nonce: string | undefined): boolean {
  if (typeof claims.nonce !== 'string' || nonce === undefined || nonce.length < 16) return false;
  return equalInConstantTime(claims.nonce, createHash('sha256').update(nonce).digest('base64url'));
}

/** Returns whether an error is about the token, not about fetching the keys. */
function isAboutToken(error: unknown): error is errors.JOSEError {
  return (
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof errors.JWTExpired ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  );
}
