import type { Mail } from '../mail/mail.ts';

/** Writes the mail that a social sign-in confirmed the address and removed the unconfirmed password. */
export function passwordRemovedMail(to: string, provider: string): Mail {
  return {
    to,
    subject: `You signed in with ${provider}`,
    text: [
      `You have signed in to your Openbell account with ${provider} for the first time.`,
      'The address of the account had never been confirmed, so its password no longer works and it has been signed out everywhere else.',
      '',
      'To have a password as well, choose "Forgot password?" on the sign-in page.',
    ].join('\n'),
  };
}

const labels = { google: 'Google', facebook: 'Facebook' } as const;

/** Writes the mail with the code that confirms an address the provider did not share. */
export function addressCodeMail(to: string, otp: string, provider: keyof typeof labels): Mail {
  return {
    to,
    subject: 'Your Openbell code',
    text: [
      `Use this code to sign in to Openbell with ${labels[provider]}:`,
      '',
      `    ${otp}`,
      '',
      'It is good for ten minutes and can be used once. A newer code replaces it.',
      '',
      'Tell it to nobody: nobody at Openbell will ever ask you for it. If you did not ask for a code, you need do nothing: ' +
        'without it nobody comes in.',
      '',
    ].join('\n'),
  };
}
