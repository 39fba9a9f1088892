/** The session: the signed-in user, their access, sign-in and sign-out. */
export { createSession } from './create-session.ts';
export { createSignIn, type SignIn, type SignInOptions, type SignInState } from './create-sign-in.ts';
export {
  DEFAULT_SIGNED_IN_PATH,
  type RedirectOptions,
  type SignInQuery,
  safeRedirect,
  safeTag,
  signInPath,
  signInTarget,
} from './session.redirect.ts';
export { checkSignIn, gainsAccess, guard, guardView, mayReadSaved } from './session.rules.ts';
export { CACHE_KEYS, OUTBOX_KEYS } from './session.storage.ts';
export type {
  GuardNeed,
  GuardResult,
  GuardView,
  ManualSignIn,
  PasskeySignInRequest,
  ProfileStatus,
  Session,
  SessionCache,
  SessionError,
  SessionErrorCode,
  SessionOptions,
  SessionSignedIn,
  SessionSignedOut,
  SessionState,
  SessionUnknown,
  SignInRequest,
  SocialSignIn,
} from './session.types.ts';
