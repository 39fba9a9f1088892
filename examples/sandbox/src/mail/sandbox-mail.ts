import type { Logger, MailProvider } from '@openbell/example-server';

/** A mail provider that only logs; the outbox page shows the mails. */
export function createSandboxMail(log: Logger): MailProvider {
  return {
    deletesSentTexts: false,
    send: async ({ to, subject }) => log.info('mail-in-sandbox-outbox', { to, subject }),
    close: () => undefined,
  };
}
