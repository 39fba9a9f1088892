/** A mail in plain text. */
export interface Mail {
  /** One stored address, never text from a request. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
