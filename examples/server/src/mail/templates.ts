import type { Mail } from './mail.ts';

// The texts of mails. They contain no user input: anyone can register another person's address.

/** Writes the mail with the code of a password reset. */
export function otpMail(to: string, otp: string): Mail {
  return {
    to,
    subject: 'Your Openbell code',
    text: [
      'Use this code to choose a new password for your Openbell account:',
      '',
      `    ${otp}`,
      '',
      'It is good for ten minutes and can be used once. A newer code replaces it.',
      '',
      'Tell it to nobody: nobody at Openbell will ever ask you for it. If you did not ask for a code, you need do nothing: ' +
        'your password stays as it is.',
      '',
    ].join('\n'),
  };
}

const ways = {
  code: {
    how: 'with a code that was sent to this address',
    ended: 'You have been signed out on every device; sign in with the new password.',
    otherwise: 'somebody can read your mail: secure your mailbox first, then choose another password at',
  },
  password: {
    how: 'by somebody signed in, who knew the one before',
    ended: 'Every other device has been signed out; sign in there with the new password.',
    otherwise: 'choose another password at once at',
  },
} as const;

interface PasswordChange {
  readonly siteUrl: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly way: keyof typeof ways;
}

/** Writes the mail that the password was changed, and what to do otherwise. */
export function passwordChangedMail(to: string, { siteUrl, at, way }: PasswordChange): Mail {
  const { how, ended, otherwise } = ways[way];
  const when = new Date(at).toLocaleString('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return {
    to,
    subject: 'Your Openbell password was changed',
    text: [
      `The password of your Openbell account was changed on ${when} UTC, ${how}.`,
      ended,
      '',
      `If this was not you, ${otherwise}`,
      `${siteUrl}/forget-password`,
      '',
    ].join('\n'),
  };
}

/** Writes the mail to the owner of an address that was registered again, for private registration. */
export function alreadyRegisteredMail(to: string, siteUrl: string): Mail {
  return {
    to,
    subject: 'You already have an Openbell account',
    text: [
      'Somebody has just signed up at Openbell with this e-mail address. You already have an account, and nothing of it was changed.',
      '',
      'If it was you, sign in with the password that you have:',
      `${siteUrl}/signin`,
      '',
      'If you have forgotten it, or have only signed in with Google or Facebook so far, choose a new one:',
      `${siteUrl}/forget-password`,
      '',
      'If it was not you, you need do nothing.',
      '',
    ].join('\n'),
  };
}
