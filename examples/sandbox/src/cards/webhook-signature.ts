import { createHmac } from 'node:crypto';

/** The value of the `Stripe-Signature` header for a body sent at `timestamp` (unix seconds). */
export function signWebhook(body: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
