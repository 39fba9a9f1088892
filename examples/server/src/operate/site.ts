import { randomUUID } from 'node:crypto';
import { isMailAddress } from '../config-values.ts';
import { HttpError } from '../http/http-error.ts';
import { listAudit } from './audit.ts';
import { mailDigest, readDigest } from './digest.ts';
import { examine } from './doctor.ts';
import type { Handlers } from './handlers.types.ts';

export const siteHandlers: Handlers<'mail test' | 'doctor' | 'digest' | 'audit'> = {
  'mail test': async ({ mail, config }, { address }) => {
    if (!isMailAddress(address))
      throw new HttpError(422, 'address must be one address, like owner@example.com.');
    try {
      await mail.send({
        to: address,
        subject: 'Openbell: test mail',
        text: `This is a test mail of ${config.publicUrl}. If you can read it, mail works.\n`,
        reference: randomUUID(),
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new HttpError(502, `The mail server rejected it: ${reason}\nCheck SMTP_URL and MAIL_FROM.`);
    }
    return {
      message:
        config.smtp === 'sandbox'
          ? 'Mail is a sandbox, so nothing was sent. Set SMTP_URL and MAIL_FROM.'
          : 'The mail server accepted the mail.',
    };
  },

  doctor: async (context) => {
    const rows = await examine(context);
    const of = (state: string) => rows.filter((row) => row.state === state).length;
    return {
      message: `Ok: ${of('ok')}, warnings: ${of('warning')}, failed: ${of('failed')}.`,
      rows: rows.map((row) => ({ ...row })),
    };
  },

  digest: async (context, { send }) => {
    const { figures, errors } = await readDigest(context);
    if (send && !(await mailDigest(context))) throw new HttpError(409, 'Set OWNER_EMAIL to get the digest.');
    return {
      message: send ? `The digest is mailed to ${context.config.ownerEmail}.` : 'The last seven days:',
      details: figures,
      rows: errors,
    };
  },

  audit: async (context, { limit = 50 }) => {
    const rows = await listAudit(context, limit);
    return { message: 'The last commands, newest first:', rows };
  },
};
