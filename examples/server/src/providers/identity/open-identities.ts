import { type Config, isReal } from '../../config.ts';
import type { OtherRoutes } from '../../http/other-route.ts';
import { createFacebookIdentity } from './facebook.ts';
import { createGoogleIdentity, googleKeys } from './google.ts';
import type { Identities } from './identity.types.ts';
import { consentRoutes } from './sandbox/consent.routes.ts';
import { createSandboxIssuer, SANDBOX_APP, SANDBOX_CLIENT_ID } from './sandbox/sandbox-issuer.ts';

/** The identity providers that the environment chose, and the consent pages of those that a sandbox stands in for. */
export function openIdentities(
  { google, facebook }: Pick<Config, 'google' | 'facebook'>,
  now: () => number,
): { readonly identities: Identities; readonly routes: OtherRoutes } {
  const issuer = createSandboxIssuer(now);
  const standsIn = { google: google === 'sandbox', facebook: facebook === 'sandbox' };
  return {
    identities: {
      google: isReal(google)
        ? createGoogleIdentity({ clientId: google.clientId, keys: googleKeys(google.keysUrl), now })
        : standsIn.google
          ? createGoogleIdentity({ clientId: SANDBOX_CLIENT_ID, keys: issuer.googleKeys, now })
          : null,
      facebook: isReal(facebook)
        ? createFacebookIdentity(facebook)
        : standsIn.facebook
          ? createFacebookIdentity({ ...SANDBOX_APP, graphUrl: 'https://sandbox', fetch: issuer.graph })
          : null,
    },
    routes: consentRoutes(issuer, standsIn),
  };
}
