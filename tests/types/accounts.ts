import type { ApiClient } from '@openbell/core/api-client';
import { type CaptchaConfig, createCaptcha } from '@openbell/core/captcha';
import { type ContactError, createContact } from '@openbell/core/contact';
import type { User } from '@openbell/core/contract';
import { createOtpReset, type OtpResetError, type OtpResetState } from '@openbell/core/otp-reset';
import {
  type AccountDeletionError,
  createAccountDeletion,
  createProfile,
  createProfileEditor,
  type ProfileEditorError,
  type ProfileEditorState,
} from '@openbell/core/profile';
import { createPush, type PushErrorCode } from '@openbell/core/push';
import {
  createSession,
  type Session,
  type SessionErrorCode,
  type SessionState,
} from '@openbell/core/session';
import { createSignUp, type SignUpError } from '@openbell/core/sign-up';
import { createSocialSignIn, type SocialSignInState } from '@openbell/core/social-sign-in';
import { createTheme, type ThemeName } from '@openbell/core/theme';
import { createFakeTabs, createMemoryStorage } from '@openbell/testing';
import { holds, type Same } from './expect.ts';

const storage = createMemoryStorage();
const tabs = createFakeTabs().open();

export async function session(api: ApiClient): Promise<void> {
  const made = createSession({ api, localStorage: storage, sessionStorage: storage, tabs });
  // @ts-expect-error storage has to be given: the library has no other place of its own choice
  createSession({ api, tabs });
  // @ts-expect-error there are two ways to clear
  createSession({ api, localStorage: storage, sessionStorage: storage, tabs, clear: 'all' });
  const signedIn = await made.signIn({ type: 'manual', email: 'a', password: 'b', remember: true });
  // @ts-expect-error `remember` is required
  await made.signIn({ type: 'manual', email: 'a', password: 'b' });
  // @ts-expect-error a social sign-in is proven by its credential
  await made.signIn({ type: 'google', id: '1', email: 'a', name: 'b', photo: '' });
  // @ts-expect-error nobody's account is kept there
  await made.signIn({ type: 'x', id: '1', email: 'a', name: 'b', photo: '', credential: 'c' });
  if (signedIn.ok) holds<Same<typeof signedIn.value, User>>();
  else holds<Same<typeof signedIn.error.code, SessionErrorCode>>();
  // @ts-expect-error a failure has no user
  signedIn.value;
  holds<
    Same<
      SessionErrorCode,
      | 'email-missing'
      | 'email-invalid'
      | 'password-missing'
      | 'captcha-missing'
      | 'social-incomplete'
      | 'refused'
      | 'address-needed'
      | 'code-needed'
      | 'password-needed'
      | 'second-factor-needed'
      | 'captcha-refused'
      | 'throttled'
      | 'unavailable'
      | 'superseded'
      | 'signed-out'
    >
  >();
  const response: 'unknown' | 'allowed' | 'denied' = made.guard('subscriber');
  // @ts-expect-error an unknown need
  made.guard('admin');
  // @ts-expect-error stores are read from outside, never written
  made.$state.set({ status: 'unknown' });
  void response;
}

export function sessionState(state: SessionState): unknown {
  switch (state.status) {
    case 'unknown':
      // @ts-expect-error nobody is known yet
      return state.user;
    case 'signed-out':
      holds<Same<typeof state.reason, 'none' | 'signed-out' | 'expired' | 'other-tab'>>();
      return state.reason;
    case 'signed-in':
      holds<Same<typeof state.user, User | null>>();
      // @ts-expect-error a state is not changed in place
      state.isSubscribed = true;
      return state.user;
  }
}

export async function otpReset(api: ApiClient, state: OtpResetState, form: HTMLFormElement): Promise<void> {
  const made = createOtpReset({ api, resendAfter: 60 });
  // @ts-expect-error without the transport there is nobody to ask
  createOtpReset({});
  // @ts-expect-error an unknown option
  createOtpReset({ api, resendSeconds: 60 });
  form.addEventListener('submit', made.submit);
  await made.reset({ password: 'a', confirm_password: 'a' });
  // @ts-expect-error both fields
  await made.reset({ password: 'a' });
  // @ts-expect-error a code is text: it may begin with a zero
  await made.verify(123_456);
  if (state.step === 'reset') holds<Same<typeof state.otp, string>>();
  // @ts-expect-error only where a code was verified
  else state.otp;
  holds<
    Same<
      OtpResetError['code'],
      | 'email-missing'
      | 'email-invalid'
      | 'otp-incomplete'
      | 'busy'
      | 'waiting'
      | 'out-of-step'
      | 'throttled'
      | 'refused'
      | 'unavailable'
      | 'superseded'
    >
  >();
}

export async function signUp(api: ApiClient): Promise<void> {
  const made = createSignUp({ api });
  const fields = {
    first_name: 'Nora',
    phone: '1',
    email: 'a@b.test',
    password: 'p',
    password_confirmation: 'p',
    referralCode: '',
    agree: true,
  };
  const result = await made.submit(fields, null);
  // @ts-expect-error the captcha's solution is said, null where there is none
  await made.submit(fields);
  // @ts-expect-error consent is true or false
  await made.submit({ ...fields, agree: 'on' }, null);
  if (!result.ok) {
    const first: string | undefined = result.error.fieldErrors.first_name;
    // @ts-expect-error no such field
    result.error.fieldErrors.surname;
    void first;
  }
  holds<
    Same<
      SignUpError['code'],
      'captcha-missing' | 'fields' | 'captcha-refused' | 'throttled' | 'refused' | 'unavailable' | 'busy'
    >
  >();
}

export async function profile(api: ApiClient, session: Session, state: ProfileEditorState): Promise<void> {
  // @ts-expect-error the profile is the session's
  createProfile({ api });
  const editor = createProfileEditor({ api, session });
  editor.change({ about: 'New' });
  // @ts-expect-error an address is not changed there
  editor.change({ email: 'new@b.test' });
  if (state.status === 'editing') holds<Same<typeof state.isDirty, boolean>>();
  // @ts-expect-error only what has loaded can be edited
  if (state.status === 'failed') state.fields;
  if (state.status === 'failed') return;
  if (state.status === 'loading' || state.status === 'absent') return;
  // What is left, after one return for each.
  holds<Same<typeof state.status, 'editing' | 'saving'>>();
  const deletion = createAccountDeletion({ api, session, mode: 'server' });
  // @ts-expect-error an unknown mode
  createAccountDeletion({ api, session, mode: 'both' });
  await deletion.submit({ password: 'p' });
  holds<
    Same<
      ProfileEditorError['code'],
      'fields' | 'throttled' | 'refused' | 'unavailable' | 'busy' | 'superseded'
    >
  >();
  holds<
    Same<
      AccountDeletionError['code'],
      | 'proof-missing'
      | 'wrong-proof'
      | 'second-proof-needed'
      | 'throttled'
      | 'refused'
      | 'unsupported'
      | 'unavailable'
      | 'busy'
      | 'signed-out'
    >
  >();
}

export async function smallOnes(api: ApiClient, session: Session, social: SocialSignInState): Promise<void> {
  const contact = createContact({ api });
  // @ts-expect-error the whole form
  await contact.submit({ email: 'a@b.test' });
  holds<Same<ContactError['code'], 'incomplete' | 'captcha-missing' | 'failed' | 'busy'>>();

  const theme = createTheme({ storage, tabs });
  holds<Same<ReturnType<typeof theme.$theme.get>, ThemeName>>();
  // @ts-expect-error there are two themes
  theme.choose('sepia');

  // @ts-expect-error a Promise's outcome decides, so tokens are given or null, never forgotten
  createPush({ api, session, storage });
  holds<
    Same<
      PushErrorCode,
      | 'unsupported'
      | 'blocked'
      | 'dismissed'
      | 'worker-timeout'
      | 'token-failed'
      | 'store-failed'
      | 'superseded'
    >
  >();

  createCaptcha({ provider: 'recaptcha', siteKey: 'k' }, { api });
  // @ts-expect-error reCAPTCHA has a key
  const keyless: CaptchaConfig = { provider: 'recaptcha' };
  void keyless;

  const feature = createSocialSignIn({ session, providers: {} });
  await feature.signIn('google', {});
  // @ts-expect-error not among the providers
  await feature.signIn('manual', {});
  // @ts-expect-error only for a call with a body
  if (social.status === 'failed') social.needs;
}
