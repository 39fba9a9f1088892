/**
 * A rule of the specification. Tests name it by its id in square brackets at the end of their title:
 * `it('counts down from 60 [otp.countdown-60]', …)`.
 */
export interface Rule {
  /** `<area>.<name>`, unique. */
  readonly id: string;
  /** File name in docs/specification, for example `chat.md`. */
  readonly page: string;
  /** The rule, as Markdown. */
  readonly text: string;
}
