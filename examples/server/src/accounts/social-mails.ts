import { codeMail } from '../mail/templates.ts';
import type { Mail } from '../providers/mail/mail-provider.ts';

/** The names of the providers in texts. */
export const providerLabels = { google: 'Google', facebook: 'Facebook' } as const;

/** The mail after a social sign-in confirmed the address and removed the unconfirmed password. */
export function passwordRemovedMail(to: string, provider: string): Mail {
  return {
    to,
    subject: `You signed in with ${provider}`,
    text: [
      `You signed in to your Openbell account with ${provider} for the first time.`,
      'The email address of this account had never been confirmed. To protect you, we removed its password and signed it out on all other devices.',
      '',
      'To set a new password, choose "Forgot password?" on the sign-in page.',
    ].join('\n'),
  };
}

/** The mail after a social account was connected to an account. It contains no user input. */
export function connectedMail(to: string, provider: string, siteUrl: string): Mail {
  return {
    to,
    subject: `A ${provider} account was connected to your Openbell account`,
    text: [
      `A ${provider} account was connected to your Openbell account. It can be used to sign in.`,
      '',
      'If you did not do this, choose a new password right away, which also disconnects it:',
      `${siteUrl}/forget-password`,
      '',
    ].join('\n'),
  };
}

/** The mail with the code that confirms an address which the provider did not share. */
export function addressCodeMail(to: string, otp: string, provider: keyof typeof providerLabels): Mail {
  return codeMail(to, otp, {
    purpose: `sign in to Openbell with ${providerLabels[provider]}`,
    ifNotRequested: 'nobody can sign in without it',
  });
}
