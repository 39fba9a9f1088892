import type { Mail } from '../mail/mail.ts';

/** Told when a social sign-in has shown whose an address is, and what another had set up is gone. */
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

/** The code that confirms the address of somebody whose provider shares none. */
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
