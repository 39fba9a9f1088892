import type { Config } from '../../config.ts';
import type { Logger } from '../../log.ts';
import type { MailProvider } from './mail-provider.ts';
import { createSandboxMail } from './sandbox-mail.ts';
import { createSmtpMail } from './smtp-mail.ts';

/** The mail server that the environment names, otherwise the sandbox's outbox page. */
export function openMail({ smtp }: Pick<Config, 'smtp'>, log: Logger): MailProvider {
  return smtp === 'sandbox' ? createSandboxMail(log) : createSmtpMail(smtp);
}
