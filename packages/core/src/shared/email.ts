/** One `@`, something on both sides, no blanks. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Checks an address as an e-mail input does; the server validates it. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}
