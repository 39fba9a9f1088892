import { createFacebookProvider } from './create-facebook-provider.ts';
import { createGoogleProvider } from './create-google-provider.ts';
import { createSandboxProvider } from './create-sandbox-provider.ts';
import type { SocialConfig, SocialPorts, SocialProvider, SocialType } from './social-sign-in.types.ts';

/** Creates the configured providers. `root` is the root URL of the server with the consent pages. */
export function createSocialProviders(
  { google, facebook }: SocialConfig,
  root: string,
  ports: SocialPorts,
): { readonly [Type in SocialType]?: SocialProvider } {
  return {
    ...(google === undefined
      ? {}
      : {
          google:
            google === 'sandbox'
              ? createSandboxProvider('google', root, ports)
              : 'kind' in google
                ? google
                : createGoogleProvider(google.clientId, ports),
        }),
    ...(facebook === undefined
      ? {}
      : {
          facebook:
            facebook === 'sandbox'
              ? createSandboxProvider('facebook', root, ports)
              : 'kind' in facebook
                ? facebook
                : createFacebookProvider(facebook.appId, ports),
        }),
  };
}
