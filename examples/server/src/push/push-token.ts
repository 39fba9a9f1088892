import { ECDH } from 'node:crypto';
import * as v from 'valibot';
import { parseJson } from '../parse-json.ts';
import { sha256Hex } from '../security/tokens.ts';

/** A registered token. `opaque`: of a push service to which this server cannot send. */
export type PushToken =
  | { readonly kind: 'web-push'; readonly target: WebPushTarget }
  | { readonly kind: 'opaque'; readonly text: string };

/** The push services of browsers; this server sends to no others. */
const services: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^[a-z0-9-]+\.notify\.windows\.com$/,
  /^web\.push\.apple\.com$/,
];

const subscriptionSchema = v.object({
  endpoint: v.pipe(v.string(), v.maxLength(2_048)),
  // An uncompressed point of P-256 (65 bytes) and 16 random bytes, as base64url.
  keys: v.object({
    p256dh: v.pipe(v.string(), v.regex(/^B[\w-]{86}=?$/), v.check(isOnCurve)),
    auth: v.pipe(v.string(), v.regex(/^[\w-]{22}(?:==)?$/)),
  }),
});

/** Messages cannot be encrypted for another point. */
function isOnCurve(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** A browser's subscription at its push service. */
export type WebPushTarget = v.InferOutput<typeof subscriptionSchema>;

/**
 * Parses a token: a `PushSubscription` as JSON, or an opaque text. Returns null for an invalid subscription or an unknown
 * push service. `allowed` are further origins.
 */
export function readPushToken(text: string, allowed: readonly string[]): PushToken | null {
  if (!/^\s*[{[]/.test(text)) return { kind: 'opaque', text };
  const target = parseJson(subscriptionSchema, text);
  return target !== null && isPushService(target.endpoint, allowed) ? { kind: 'web-push', target } : null;
}

/** Returns whether a URL belongs to an allowed push service. */
function isPushService(endpoint: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (allowed.includes(origin)) return true;
  return protocol === 'https:' && port === '' && services.some((service) => service.test(hostname));
}

/** Returns a hexadecimal id of the browser, the same for all of its users. */
export function deviceHashOf(token: PushToken): string {
  const id = token.kind === 'web-push' ? token.target.endpoint : token.text;
  return sha256Hex(`${token.kind}\n${id}`);
}
