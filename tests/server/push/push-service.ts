// A local push service with a subscribed browser: it verifies and decrypts the messages of the server.
import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  type ECDH,
  randomBytes,
  verify,
} from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { serveLocally } from '../../support/serve-locally.ts';

/** A received message. */
export interface Delivery {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface PushService {
  readonly origin: string;
  readonly deliveries: readonly Delivery[];
  /** The status of the following responses; 201 by default. */
  respond(status: number, headers?: Record<string, string>): void;
  close(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const deliveries: Delivery[] = [];
  let reply: { status: number; headers: Record<string, string> } = { status: 201, headers: {} };
  const { url, close } = await serveLocally((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      deliveries.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(reply.status, reply.headers).end();
    });
  });
  return {
    origin: url,
    deliveries,
    respond: (status, headers = {}) => {
      reply = { status, headers };
    },
    close,
  };
}

/** A browser with a push subscription. */
export interface Browser {
  /** The subscription as the client sends it. */
  readonly token: string;
  readonly path: string;
  /** The text of the message; throws if it was encrypted for another browser. */
  read(delivery: Delivery): string;
}

export function openBrowser(origin: string, name: string): Browser {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  const path = `/send/${name}`;
  return {
    path,
    token: JSON.stringify({
      endpoint: origin + path,
      expirationTime: null,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    }),
    read: ({ body }) => decrypt(body, keys, auth),
  };
}

const hmac = (key: Buffer, data: Buffer): Buffer => createHmac('sha256', key).update(data).digest();

/** RFC 8188 and RFC 8291, for one record. */
function decrypt(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + (body[20] ?? 0));
  const sealed = body.subarray(21 + (body[20] ?? 0));
  const shared = keys.computeSecret(sender);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender, Buffer.from([1])]);
  const secret = hmac(salt, hmac(hmac(auth, shared), info));
  const key = hmac(secret, Buffer.from('Content-Encoding: aes128gcm\0\u0001')).subarray(0, 16);
  const nonce = hmac(secret, Buffer.from('Content-Encoding: nonce\0\u0001')).subarray(0, 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** Reads the VAPID header (RFC 8292) and verifies its signature; returns its claims and the public key. */
export function readVapid({ headers }: Delivery): { aud: string; exp: number; sub: string; key: string } {
  const [, jwt = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = jwt.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const good = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!good) throw new Error('The signature is wrong.');
  return { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), key };
}
