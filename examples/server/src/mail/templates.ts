// The texts of mails. Those to members contain no user input: anyone can register another person's address.
import type { Mail } from '../providers/mail/mail-provider.ts';

const timeOf = (at: number) =>
  `${new Date(at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

interface CodeUse {
  /** Completes the sentence 'Use this code to …'. */
  readonly purpose: string;
  /** Reassures a reader who did not request the code. */
  readonly ifNotRequested: string;
}

/** A mail with a one-time code. */
export function codeMail(to: string, otp: string, { purpose, ifNotRequested }: CodeUse): Mail {
  return {
    to,
    subject: 'Your Openbell code',
    text: [
      `Use this code to ${purpose}:`,
      '',
      `    ${otp}`,
      '',
      'It expires in 10 minutes and can be used once. A newer code replaces it.',
      '',
      'Do not share this code with anyone. Openbell will never ask you for it. ' +
        `If you did not request it, you can ignore this email: ${ifNotRequested}.`,
      '',
    ].join('\n'),
  };
}

/** The mail with the code of a password reset. */
export function otpMail(to: string, otp: string): Mail {
  return codeMail(to, otp, {
    purpose: 'choose a new password for your Openbell account',
    ifNotRequested: 'your password has not changed',
  });
}

const changes = {
  code: {
    how: 'with a code that we sent to this address',
    ended: 'You have been signed out on all devices. Sign in with your new password.',
    advice:
      'someone else may be able to read your email. Secure your mailbox first, then choose another password at',
  },
  settings: {
    how: 'on a signed-in device, with the previous password',
    ended: 'Every other device has been signed out. Sign in there with your new password.',
    advice: 'choose another password right away at',
  },
} as const;

interface PasswordChange {
  readonly siteUrl: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly method: keyof typeof changes;
}

/** The mail that the password was changed. */
export function passwordChangedMail(to: string, { siteUrl, at, method }: PasswordChange): Mail {
  const { how, ended, advice } = changes[method];
  return {
    to,
    subject: 'Your Openbell password was changed',
    text: [
      `The password of your Openbell account was changed on ${timeOf(at)}, ${how}.`,
      ended,
      '',
      `If you did not do this, ${advice}`,
      `${siteUrl}/forget-password`,
      '',
    ].join('\n'),
  };
}

/** The mail to the owner of an address that was registered again, for private registration. */
export function alreadyRegisteredMail(to: string, siteUrl: string): Mail {
  return {
    to,
    subject: 'You already have an Openbell account',
    text: [
      'Someone just signed up at Openbell with this email address. You already have an account, and it has not changed.',
      '',
      'If this was you, sign in with your existing password:',
      `${siteUrl}/signin`,
      '',
      'If you forgot your password, or have only signed in with Google or Facebook so far, choose a new one:',
      `${siteUrl}/forget-password`,
      '',
      'If this was not you, you can ignore this email.',
      '',
    ].join('\n'),
  };
}

/** The mail with the link to the export of a user's data. `expiresAt` in milliseconds since the epoch. */
export function dataExportMail(to: string, link: string, expiresAt: number): Mail {
  return {
    to,
    subject: 'Your Openbell data is ready',
    text: [
      'You asked for a copy of your data. Download it here:',
      link,
      '',
      `The link works until ${timeOf(expiresAt)}, for anyone who has it. Do not share it.`,
      '',
      'If you did not ask for it, someone may be signed in to your account. Change your password on your profile page.',
      '',
    ].join('\n'),
  };
}

interface ContactQuestion {
  readonly name: string;
  readonly email: string;
  readonly message: string;
}

/** The mail to the owner of the site with a question from the contact form. Its sender has not proved the address. */
export function contactMail(to: string, { name, email, message }: ContactQuestion): Mail {
  return {
    to,
    subject: 'Openbell: a question from the contact form',
    text: [
      `From ${name.replace(/\p{Cc}+/gu, ' ')}, ${email}:`,
      '',
      message,
      '',
      `Write your answer to ${email}. An answer to this email does not reach the sender.`,
      '',
    ].join('\n'),
  };
}
