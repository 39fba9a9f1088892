import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { equalInConstantTime } from '@openbell/example-server';

export interface SigningKey {
  readonly webhookId: string;
  readonly secret: string;
}

export interface Transmission {
  readonly id: string;
  readonly time: string;
}

/** Signs id, time, webhook id and the checksum of the body, as PayPal does, but with an HMAC. */
function signTransmission(body: string, { id, time }: Transmission, key: SigningKey): string {
  const text = `${id}|${time}|${key.webhookId}|${crc32(body)}`;
  return createHmac('sha256', key.secret).update(text).digest('base64');
}

/** Returns whether the sandbox signed this webhook. */
export function isOwnTransmission(
  body: string,
  { signature, ...transmission }: Transmission & { readonly signature: string },
  key: SigningKey,
): boolean {
  return equalInConstantTime(signTransmission(body, transmission, key), signature);
}

/** Returns the headers of a webhook with this body. */
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
