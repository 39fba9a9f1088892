import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret of 256 random bits, as base64url: fit for a header, a URL part and a WebSocket subprotocol. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 in hexadecimal: how tokens are kept, so that a stolen database signs nobody in. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Equality whose duration tells nothing about where two texts differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest();
  const right = createHash('sha256').update(b).digest();
  return timingSafeEqual(left, right);
}
