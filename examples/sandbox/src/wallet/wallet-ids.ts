import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Random text of PayPal's ids; 32 letters, so that every byte counts five bits. */
export function randomWalletText(length: number): string {
  return [...randomBytes(length)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** `P-…` a plan, `I-…` a subscription, `WH-…` an event, `BA-…` an approval's token, `R-…` a refund, `PP-D-…` a dispute. */
export function newWalletId(prefix: 'P' | 'I' | 'WH' | 'BA' | 'R' | 'PP-D'): string {
  return `${prefix}-${randomWalletText(prefix === 'BA' ? 32 : 17)}`;
}
