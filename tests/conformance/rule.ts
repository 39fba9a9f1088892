/**
 * One sentence of the specification that a test proves. A test proves it by carrying its id in square brackets at the
 * end of the title: `it('counts down from 60 [otp.countdown-60]', …)`.
 */
export interface Rule {
  /** `<area>.<name>`, unique. */
  readonly id: string;
  /** File name in docs/specification, for example `chat.md`. */
  readonly page: string;
  /** The rule, as Markdown. */
  readonly text: string;
}
