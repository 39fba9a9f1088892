export {
  DEFAULT_SIGNED_IN_PATH,
  type RedirectOptions,
  type SignInQuery,
  safeRedirect,
  safeTag,
  signInPath,
  signInTarget,
} from './session.redirect.ts';
