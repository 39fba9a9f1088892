import type { Mail } from '../mail/outbox.ts';

/** Told when a social sign-in has shown whose an address is, and what another had set up is gone (traps C9). */
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
