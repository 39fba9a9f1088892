/** Sign-in with Google and Facebook. */

export { createFacebookProvider } from './create-facebook-provider.ts';
export { createGoogleProvider } from './create-google-provider.ts';
export { createSandboxProvider } from './create-sandbox-provider.ts';
export { createSocialProviders } from './create-social-providers.ts';
export { createSocialSignIn } from './create-social-sign-in.ts';
export {
  type ButtonProvider,
  type ProviderButtonLook,
  type SocialAccount,
  type SocialAddition,
  type SocialButtonOptions,
  type SocialConfig,
  type SocialError,
  type SocialErrorCode,
  type SocialNeed,
  type SocialPorts,
  SocialProblem,
  type SocialProvider,
  type SocialSignInFeature,
  type SocialSignInInput,
  type SocialSignInOptions,
  type SocialSignInState,
  type SocialType,
  type WindowProvider,
} from './social-sign-in.types.ts';
