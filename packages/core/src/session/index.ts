/** Who is signed in, until when, and with which rights. */
export { createSession } from './create-session.ts';
export { createSignIn, type SignIn, type SignInState } from './create-sign-in.ts';
export {
  DEFAULT_SIGNED_IN_PATH,
  type RedirectOptions,
  type SignInQuery,
  safeRedirect,
  safeTag,
  signInPath,
  signInTarget,
} from './session.redirect.ts';
export { checkSignIn, gainsAccess, guard, guardView } from './session.rules.ts';
export { CACHE_KEYS, OUTBOX_KEYS } from './session.storage.ts';
export type {
  GuardAnswer,
  GuardNeed,
  GuardView,
  ManualSignIn,
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
