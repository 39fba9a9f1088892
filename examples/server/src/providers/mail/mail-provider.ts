import type { Mail } from '../../mail/mail.ts';

interface OutgoingMail extends Mail {
  /** The same at every attempt, so that mailboxes recognize a mail that was sent twice. */
  readonly reference: string;
}

export interface MailProvider {
  /** Sends a mail. Rejects on failure; the outbox retries. */
  send(mail: OutgoingMail): Promise<void>;
  /** Whether the outbox deletes the text of a sent mail. The sandbox keeps it, as its outbox is the mailbox. */
  readonly forgetsTexts: boolean;
  close(): void;
}
