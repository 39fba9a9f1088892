import {
  createFacebookIdentity,
  createGoogleIdentity,
  type Identities,
  type IdentityProviderName,
  type SandboxService,
} from '@openbell/example-server';
import { consentRoutes } from './consent.routes.ts';
import { createSandboxIssuer, SANDBOX_APP, SANDBOX_CLIENT_ID } from './sandbox-issuer.ts';

/** Opens the identity sandbox: the server's own verification with a local issuer, and the consent pages. */
export function openIdentities(
  names: readonly IdentityProviderName[],
  now: () => number,
): SandboxService<Partial<Identities>> {
  const issuer = createSandboxIssuer(now);
  const google = names.includes('google');
  const facebook = names.includes('facebook');
  return {
    provider: {
      ...(google
        ? { google: createGoogleIdentity({ clientId: SANDBOX_CLIENT_ID, keys: issuer.googleKeys, now }) }
        : {}),
      ...(facebook
        ? {
            facebook: createFacebookIdentity({
              ...SANDBOX_APP,
              graphUrl: 'https://sandbox',
              fetch: issuer.graph,
            }),
          }
        : {}),
    },
    routes: consentRoutes(issuer, { google, facebook }),
  };
}
