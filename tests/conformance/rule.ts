/**
 * One sentence of the specification that a test proves. A test proves it by carrying its id in square brackets at the
 * end of the title: `it('counts down from 60 [otp.countdown]', …)`.
 */
export interface Rule {
  /** `<area>.<kebab-case name>`, unique. */
  readonly id: string;
  /**
   * Where it stands: the point of product.md, the section of decisions.md, or the row of traps.md; `our own` is what we
   * promise besides.
   */
  readonly source: `product.md ${number}` | `decisions.md ${number}` | `traps ${string}` | 'our own';
  /** The rule in one sentence. */
  readonly rule: string;
}
