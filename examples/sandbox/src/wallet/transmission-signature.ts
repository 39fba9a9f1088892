import { createHmac, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Whose signature it is, and over what. */
export interface SigningKey {
  readonly webhookId: string;
  readonly secret: string;
}

export interface Transmission {
  readonly id: string;
  readonly time: string;
}

/** PayPal's signature is over id, time, webhook id and the body's checksum; the stand-in signs it by HMAC. */
function signTransmission(body: string, { id, time }: Transmission, key: SigningKey): string {
  const text = `${id}|${time}|${key.webhookId}|${crc32(body)}`;
  return createHmac('sha256', key.secret).update(text).digest('base64');
}

/** Whether the stand-in sent this. */
export function isOwnTransmission(
  body: string,
  transmission: Transmission,
  signature: string,
  key: SigningKey,
): boolean {
  const digest = (text: string) => createHmac('sha256', key.secret).update(text).digest();
  return timingSafeEqual(digest(signTransmission(body, transmission, key)), digest(signature));
}

/** The headers of a webhook with this body. */
export function transmissionHeaders(
  body: string,
  transmission: Transmission,
  key: SigningKey,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-SANDBOX',
    'paypal-transmission-id': transmission.id,
    'paypal-transmission-time': transmission.time,
    'paypal-transmission-sig': signTransmission(body, transmission, key),
  };
}
