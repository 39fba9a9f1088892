/** One `@`, something on both sides, no blanks. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** What an e-mail input accepts; the server decides. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}
