import type { Texts } from '@openbell/core/catalogue';
import type { OtpResetError } from '@openbell/core/otp-reset';

/** The text of a password reset error and the place where it is shown, with one default for all three steps. */
export function otpResetErrorText(
  text: Texts,
  error: OtpResetError,
): { readonly place: 'email' | 'otp' | 'form'; readonly text: string } {
  switch (error.code) {
    case 'email-missing':
      return { place: 'email', text: text('accounts.emailMissing') };
    case 'email-invalid':
      return { place: 'email', text: text('accounts.emailInvalid') };
    case 'otp-incomplete':
      return { place: 'otp', text: text('accounts.otpIncomplete') };
    default:
      return { place: 'form', text: error.message || text('accounts.otpFailed') };
  }
}
