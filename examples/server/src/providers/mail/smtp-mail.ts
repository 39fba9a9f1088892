import nodemailer from 'nodemailer';
import type { MailProvider } from './mail-provider.ts';

/** A mail server and the sender. */
export interface SmtpAccess {
  /** `smtp://user:password@host:587`, or `smtps://…:465` for TLS from the first byte. */
  readonly url: string;
  readonly from: MailAddress;
}

export interface MailAddress {
  /** May be empty. */
  readonly name: string;
  readonly address: string;
}

/** The mail can never be sent. The message contains no address. */
class UnsendableMailError extends Error {
  override readonly name = 'UnsendableMailError';
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
/** A single address, without a list, name, route or line break. */
const oneAddress = /^[^\s@,;:<>()[\]\\"]{1,64}@[^\s@,;:<>()[\]\\"]{1,253}$/;
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Parses `Name <address>` or an address. Null if it is invalid. */
export function readMailAddress(text: string): MailAddress | null {
  const parts = /^(?:"?([^"<>\p{Cc}]*?)"?\s*)<([^<>]+)>$/u.exec(text);
  const [name, address] = parts === null ? ['', text] : [parts[1] ?? '', parts[2] ?? ''];
  return oneAddress.test(address) ? { name: name.trim(), address } : null;
}

/** Sends mail by SMTP. Addresses are passed as objects, so that no text can inject a recipient or a header. */
export function createSmtpMail({ url, from }: SmtpAccess): MailProvider {
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
      if (!oneAddress.test(to)) throw new UnsendableMailError('The recipient is not one address.');
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
