/** A mail in plain text. */
export interface Mail {
  /** A stored address, never text from a request. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
