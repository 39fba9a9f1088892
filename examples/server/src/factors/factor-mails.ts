import type { Mail } from '../providers/mail/mail-provider.ts';

const changes = {
  'authenticator-added': {
    subject: 'An authenticator app was added to your Openbell account',
    text: 'An authenticator app was added to your Openbell account. From now on, signing in needs a code of the app.',
  },
  'authenticator-removed': {
    subject: 'The authenticator app was removed from your Openbell account',
    text: 'The authenticator app and the recovery codes were removed from your Openbell account. Signing in no longer needs a code.',
  },
  'codes-replaced': {
    subject: 'Your Openbell recovery codes were replaced',
    text: 'New recovery codes were created for your Openbell account. The previous ones no longer work.',
  },
  'passkey-added': {
    subject: 'A passkey was added to your Openbell account',
    text: 'A passkey was added to your Openbell account. It can be used to sign in without a password and without a code.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your Openbell account',
    text: 'A passkey was removed from your Openbell account. It can no longer be used to sign in.',
  },
  'factors-reset': {
    subject: 'Two-step sign-in was turned off for your Openbell account',
    text: 'At your request, we removed the authenticator app, the recovery codes and all passkeys from your Openbell account, and signed it out on all devices. Sign in with your password, then you can add an app or a passkey again.',
  },
} as const;

export type FactorChange = keyof typeof changes;

/** The mail that a factor was added or removed. It contains no user input. */
export function factorMail(to: string, change: FactorChange, siteUrl: string): Mail {
  const { subject, text } = changes[change];
  return {
    to,
    subject,
    text: [
      text,
      '',
      'If you did not do this, choose a new password right away, and reply to this email:',
      `${siteUrl}/forget-password`,
      '',
    ].join('\n'),
  };
}
