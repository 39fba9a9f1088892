import { createHash } from 'node:crypto';
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { equalInConstantTime } from '../../security/tokens.ts';
import { type IdentityProvider, IdentityUnavailable, InvalidCredential } from './identity.types.ts';
import { readEmail, readPhoto, readText } from './read-claims.ts';

/** Google uses both forms. */
const GOOGLE_ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];
/** Maximum age of an ID token. */
const maxAgeSeconds = 600;
const skewSeconds = 30;

export interface GoogleIdentityOptions {
  readonly clientId: string;
  /** Google's public keys, or the sandbox's. */
  readonly keys: JWTVerifyGetKey;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Returns Google's keys. They are fetched on first use and for an unknown key id. */
export function googleKeys(url: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(url), { timeoutDuration: 5_000 });
}

/**
 * Verifies ID tokens of Google Identity Services: signed with one of Google's keys (RS256), issued to this site within the
 * last ten minutes, with an address that Google verified once and the nonce of the client. `emailVerified` is stricter.
 */
export function createGoogleIdentity({ clientId, keys, now }: GoogleIdentityOptions): IdentityProvider {
  return {
    async verify({ token, nonce }) {
      const claims = await readToken(token);
      const { sub = '', email, email_verified: verified } = claims;
      if (sub === '' || sub.length > 255) throw new InvalidCredential('no subject');
      if (verified !== true) throw new InvalidCredential('the address is not verified');
      if (!hasNonce(claims, nonce)) throw new InvalidCredential('wrong nonce');
      const address = readEmail(email);
      return {
        provider: 'google',
        subject: sub,
        email: address,
        emailVerified: address !== null && hasMailbox(address, claims.hd),
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
        maxTokenAge: maxAgeSeconds,
        clockTolerance: skewSeconds,
        currentDate: new Date(now()),
      });
      return payload;
    } catch (error) {
      if (isTokenError(error)) throw new InvalidCredential(error.code, { cause: error });
      throw new IdentityUnavailable('The keys could not be fetched.', { cause: error });
    }
  }
}

/**
 * Returns whether Google runs the mailbox: Gmail, or a Workspace account (`hd`). Any other address was verified once, and
 * may have another owner today.
 */
function hasMailbox(address: string, hd: unknown): boolean {
  return /@(gmail|googlemail)\.com$/.test(address) || readText(hd, 255) !== '';
}

/** Checks the nonce. Google knows only its hash, so a stolen token is useless without the browser. */
function hasNonce(claims: JWTPayload, nonce: string | undefined): boolean {
  if (typeof claims.nonce !== 'string' || nonce === undefined || nonce.length < 16) return false;
  return equalInConstantTime(claims.nonce, createHash('sha256').update(nonce).digest('base64url'));
}

/** Returns whether an error is caused by the token, not by fetching the keys. */
function isTokenError(error: unknown): error is errors.JOSEError {
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
