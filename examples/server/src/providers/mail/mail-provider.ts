/** A mail in plain text. */
export interface Mail {
  /** A stored address, never text from a request. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

interface OutgoingMail extends Mail {
  /** The same for every attempt, so that mailboxes recognize a mail that was sent twice. */
  readonly reference: string;
}

export interface MailProvider {
  /** Sends a mail. Rejects on failure; the outbox retries. */
  send(mail: OutgoingMail): Promise<void>;
  /** Whether the outbox deletes the text of a sent mail. The sandbox shows the outbox as the mailbox, so it keeps it. */
  readonly deletesSentTexts: boolean;
  close(): void;
}
