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
  function providerOf<Config extends object>(
    type: SocialType,
    config: Config | SocialProvider | 'sandbox',
    create: (config: Config) => SocialProvider,
  ): SocialProvider {
    if (config === 'sandbox') return createSandboxProvider(type, root, ports);
    return isProvider(config) ? config : create(config);
  }
  return {
    ...(google && {
      google: providerOf('google', google, ({ clientId }) => createGoogleProvider(clientId, ports)),
    }),
    ...(facebook && {
      facebook: providerOf('facebook', facebook, ({ appId }) => createFacebookProvider(appId, ports)),
    }),
  };
}

const isProvider = (config: object): config is SocialProvider => 'kind' in config;
