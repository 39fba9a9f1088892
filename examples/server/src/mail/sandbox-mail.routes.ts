import { defineOtherRoutes } from '../http/other-route.ts';
import { escapeHtml, sandboxPage } from '../http/sandbox-page.ts';
import { listMails } from './outbox.ts';

/** The outbox, for people and tests, where no mail server is configured (decisions.md 9). */
export const sandboxMailRoutes = defineOtherRoutes({
  'GET /dev/mail.json': async ({ db }, { url }) =>
    Response.json(await listMails(db, url.searchParams.get('to') ?? undefined), {
      headers: { 'cache-control': 'no-store' },
    }),

  'GET /dev/mail': async ({ db }, { url }) => {
    const mails = await listMails(db, url.searchParams.get('to') ?? undefined);
    const articles = mails.map(
      (mail) =>
        `<article><h2>${escapeHtml(mail.subject)}</h2><p>To ${escapeHtml(mail.to)}, ` +
        `<time datetime="${mail.at}">${mail.at}</time></p><pre>${escapeHtml(mail.text)}</pre></article>`,
    );
    return sandboxPage('Mail', articles.join('') || '<p>No mail has been sent yet.</p>');
  },
});
