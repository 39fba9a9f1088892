import type { Mail } from '../../mail/mail.ts';

/** A mail on its way. */
interface OutgoingMail extends Mail {
  /**
   * The same at every try: a mail whose acceptance was lost on the way back goes out a second time, and a mailbox knows
   * it again.
   */
  readonly reference: string;
}

/** Who takes our mails away. */
export interface MailProvider {
  /** Hands one mail over. Rejects when it could not: the outbox tries again later. */
  send(mail: OutgoingMail): Promise<void>;
  /**
   * Whether the outbox forgets a mail's text once it has gone. The sandbox's outbox is its mailbox, and keeps it; real
   * mails hold codes and addresses that are nobody's business afterwards.
   */
  readonly forgetsTexts: boolean;
  close(): void;
}
