import type { Texts } from '@openbell/core/catalogue';
import type { ContactError } from '@openbell/core/contact';
import type { SessionError } from '@openbell/core/session';
import type { SignUpError } from '@openbell/core/sign-up';
import type { SocialError, SocialType } from '@openbell/core/social-sign-in';

/** The text of a sign-in error and the place where it is shown. */
export function signInErrorText(
  text: Texts,
  error: SessionError,
): { readonly place: 'email' | 'password' | 'captcha' | 'form'; readonly text: string } {
  switch (error.code) {
    case 'email-missing':
      return { place: 'email', text: text('accounts.emailMissing') };
    case 'email-invalid':
      return { place: 'email', text: text('accounts.emailInvalid') };
    case 'password-missing':
      return { place: 'password', text: text('accounts.passwordMissing') };
    case 'captcha-missing':
    case 'captcha-refused':
      return { place: 'captcha', text: error.message || text('accounts.captchaMissing') };
    case 'throttled':
      return { place: 'form', text: throttled(text, error) };
    default:
      return { place: 'form', text: error.message || text('accounts.loginFailed') };
  }
}

/** The text of a social sign-in error; null when the user canceled. */
export function socialErrorText(text: Texts, type: SocialType, error: SocialError): string | null {
  const provider = text(`accounts.${type}`);
  switch (error.code) {
    case 'cancelled':
    case 'busy':
    case 'superseded':
      return null;
    case 'popup-blocked':
      return text('accounts.popupBlocked');
    case 'script-failed':
      return text('accounts.socialUnreachable', { provider });
    case 'provider-failed':
    case 'social-incomplete':
      return text('accounts.socialFailed', { provider });
    case 'captcha-missing':
    case 'captcha-refused':
      return error.message || text('accounts.captchaMissing');
    case 'throttled':
      return throttled(text, error);
    default:
      return error.message || text('accounts.loginFailed');
  }
}

/** The text of a sign-up error that concerns no single field; null when the field errors are enough. */
export function signUpErrorText(text: Texts, error: SignUpError): string | null {
  switch (error.code) {
    case 'fields':
    case 'busy':
      return null;
    case 'captcha-missing':
    case 'captcha-refused':
      return error.message || text('accounts.captchaMissing');
    case 'throttled':
      return throttled(text, error);
    default:
      return error.message || text('accounts.signUpFailed');
  }
}

/** The text of a failed contact message; null while an earlier one is still being sent. */
export function contactErrorText(text: Texts, { code }: ContactError): string | null {
  switch (code) {
    case 'busy':
      return null;
    case 'incomplete':
      return text('accounts.contactIncomplete');
    case 'captcha-missing':
      return text('accounts.captchaMissing');
    case 'failed':
      return text('accounts.contactFailed');
  }
}

function throttled(
  text: Texts,
  error: { readonly message: string; readonly retryAfter: number | null },
): string {
  if (error.message !== '') return error.message;
  return text('accounts.tooManyTries', { seconds: error.retryAfter ?? 60 });
}
