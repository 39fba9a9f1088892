import webPush from 'web-push';
import type { WebPushTarget } from './push-token.ts';
import type { Vapid } from './vapid.ts';

/** The result of a send. `gone`: the subscription has ended. `rejected`: do not retry. `retry`: retry after `retryAfterMs`. */
export type PushOutcome =
  | { readonly kind: 'sent' | 'gone' | 'rejected'; readonly status: number }
  | { readonly kind: 'retry'; readonly status: number; readonly retryAfterMs: number };

export interface PushMessage {
  /** JSON for the service worker; encrypted for this browser. */
  readonly payload: string;
  /** How long the push service stores it for an offline browser, in seconds. */
  readonly ttl: number;
  /** A later message with the same topic replaces this one. */
  readonly topic: string;
}

const timeoutMs = 10_000;

/** Sends an encrypted message to a browser. Follows no redirects, as only the first URL was validated. */
export async function sendPush(
  target: WebPushTarget,
  message: PushMessage,
  vapid: Vapid,
): Promise<PushOutcome> {
  const { endpoint, headers, body } = webPush.generateRequestDetails(target, message.payload, {
    vapidDetails: vapid,
    contentEncoding: 'aes128gcm',
    TTL: message.ttl,
    topic: message.topic,
    urgency: 'normal',
  });
  let response: Response;
  try {
    response = await fetch(endpoint, {
      method: 'POST',
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
      body: new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
  } catch {
    return { kind: 'retry', status: 0, retryAfterMs: 0 };
  }
  const { status } = response;
  if (response.ok) return { kind: 'sent', status };
  if (status === 404 || status === 410) return { kind: 'gone', status };
  if (status === 429 || status >= 500) {
    const seconds = Number(response.headers.get('retry-after'));
    const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3_600) * 1_000 : 0;
    return { kind: 'retry', status, retryAfterMs };
  }
  return { kind: 'rejected', status };
}
