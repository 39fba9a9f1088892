/** Passkeys: signing in with them, and the member's own. */
export { type PasskeyTextCode, passkeyTexts } from '../catalogue/passkeys.ts';
export { browserPasskeys, type PasskeyBrowser, type PasskeyRefusal } from '../ports/passkeys.ts';
export { createPasskeySignIn } from './create-passkey-sign-in.ts';
export { createPasskeys } from './create-passkeys.ts';
export type {
  PasskeySignIn,
  PasskeySignInInput,
  PasskeySignInOptions,
  PasskeySignInState,
  Passkeys,
  PasskeysError,
  PasskeysOptions,
  PasskeysState,
} from './passkeys.types.ts';
