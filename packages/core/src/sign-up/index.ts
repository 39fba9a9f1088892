/** Sign-up. */
export { createSignUp } from './create-sign-up.ts';
export { firstInvalidField, readSignUpResponse } from './sign-up.rules.ts';
export {
  SIGN_UP_FIELDS,
  type SignUp,
  type SignUpError,
  type SignUpField,
  type SignUpFields,
  type SignUpOptions,
  type SignUpState,
} from './sign-up.types.ts';
