import { listMails, type ShownMail } from '@openbell/example-server';
import { escapeHtml, sandboxPage } from '../pages/sandbox-page.ts';
import { defineSandboxRoutes } from '../routes.ts';

/** The pages of the outbox, for testers and tests. */
export const sandboxMailRoutes = defineSandboxRoutes({
  'GET /dev/mail.json': async ({ db }, { url }) =>
    Response.json(await listMails(db, url.searchParams.get('to') ?? undefined), {
      headers: { 'cache-control': 'no-store' },
    }),

  'GET /dev/mail': async ({ db }, { url }) => {
    const to = url.searchParams.get('to') ?? undefined;
    const mails = await listMails(db, to);
    const head = to === undefined ? '' : `<p>To ${escapeHtml(to)}. <a href="/dev/mail">All mail</a></p>`;
    return sandboxPage(
      'Mail',
      head + (mails.map(renderMail).join('') || '<p>No mail has been sent yet.</p>'),
    );
  },
});

const times = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

function renderMail({ to, subject, text, at }: ShownMail): string {
  const sent = `<time datetime="${at}">${times.format(new Date(at))} UTC</time>`;
  const address = `<a href="/dev/mail?to=${encodeURIComponent(to)}">${escapeHtml(to)}</a>`;
  // URLs become links, as in mail programs.
  const body = escapeHtml(text).replace(/https?:\/\/[^\s<>"']+/g, '<a href="$&">$&</a>');
  return `<article><h2>${escapeHtml(subject)}</h2><p>To ${address}, ${sent}</p><pre>${body}</pre></article>`;
}
