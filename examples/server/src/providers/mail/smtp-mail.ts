import nodemailer from 'nodemailer';
import type { Access } from '../../config.ts';
import { isMailAddress } from '../../config-values.ts';
import type { MailProvider } from './mail-provider.ts';

/** The mail can never be sent. The message contains no address. */
class UnsendableMailError extends Error {
  override readonly name = 'UnsendableMailError';
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Sends mail by SMTP. Addresses are passed as objects, so that no text can inject a recipient or a header. */
export function createSmtpMail({ url, from }: Access<'smtp'>): MailProvider {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const user = decodeURIComponent(username);
  const transport = nodemailer.createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // Passwords need TLS, except on loopback.
    requireTLS: !secure && user !== '' && !loopback.test(hostname),
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(password) } }),
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // Closing does not wait for a slow mail server. The mail stays in the outbox.
  const closing = new AbortController();
  const closed = new Promise<never>((_, reject) => {
    closing.signal.addEventListener('abort', () => reject(new Error('The outbox is being closed.')));
  });
  closed.catch(() => undefined);
  return {
    deletesSentTexts: true,
    async send({ to, subject, text, reference }) {
      if (!isMailAddress(to)) throw new UnsendableMailError('The recipient is not one address.');
      const sent = transport.sendMail({
        from: { ...from },
        to: { name: '', address: to },
        envelope: { from: from.address, to: [to] },
        subject: subject.replace(/\p{Cc}+/gu, ' '),
        text,
        messageId: `<${reference}@${from.address.split('@')[1]}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      await Promise.race([sent, closed]);
    },
    close() {
      closing.abort();
      transport.close();
    },
  };
}
