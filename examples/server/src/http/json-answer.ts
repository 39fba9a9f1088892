import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { acceptsEncoding } from './accept-encoding.ts';
import type { Reply } from './route.ts';

const smallest = 1_024;
const json = 'application/json; charset=utf-8';

/** Returns the JSON response of a call, compressed if it is large and the client accepts it, never cached. */
export async function jsonAnswer(reply: Reply<unknown>, requestHeaders: Headers): Promise<Response> {
  const headers = new Headers({ 'content-type': json, 'cache-control': 'no-store', vary: 'Accept-Encoding' });
  for (const [name, value] of Object.entries(reply.headers ?? {})) headers.set(name, value);
  const zip = acceptsEncoding(requestHeaders.get('accept-encoding'), 'gzip');
  if ('json' in reply) {
    const packed = reply.encoding === 'gzip';
    if (packed && zip) headers.set('content-encoding', 'gzip');
    const bytes = packed && !zip ? await promisify(gunzip)(reply.json) : reply.json;
    return send(200, new Uint8Array(bytes), headers);
  }
  const bytes = Buffer.from(JSON.stringify(reply.body));
  const status = reply.status ?? 200;
  if (!zip || bytes.length < smallest) return send(status, new Uint8Array(bytes), headers);
  headers.set('content-encoding', 'gzip');
  return send(status, new Uint8Array(await promisify(gzip)(bytes)), headers);
}

function send(status: number, bytes: Uint8Array<ArrayBuffer>, headers: Headers): Response {
  headers.set('content-length', String(bytes.length));
  return new Response(bytes, { status, headers });
}
