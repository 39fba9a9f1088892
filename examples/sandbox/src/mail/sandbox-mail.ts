import type { Logger } from '../../../server/src/log.ts';
import type { MailProvider } from '../../../server/src/providers/mail/mail-provider.ts';

/** A mail provider that only logs; the outbox page shows the mails. */
export function createSandboxMail(log: Logger): MailProvider {
  return {
    deletesSentTexts: false,
    send: async ({ to, subject }) => log.info('mail-in-sandbox-outbox', { to, subject }),
    close: () => undefined,
  };
}
