/** Sign-in with Google and Facebook. */
export { createSocialProviders } from './create-social-providers.ts';
export { createSocialSignIn } from './create-social-sign-in.ts';
export { createFacebookProvider } from './social-sign-in.facebook.ts';
export { createGoogleProvider } from './social-sign-in.google.ts';
export { createSandboxProvider } from './social-sign-in.sandbox.ts';
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
