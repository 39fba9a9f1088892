// What a socket's address answers over HTTP: a WebSocket keeps from its owner why it did not open.
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';

/** What came in answer to an upgrade request. */
export interface KnockAnswer {
  /** 101 when the upgrade was accepted; null when there was no answer. */
  readonly status: number | null;
  /** The subprotocol that was selected. */
  readonly protocol: string | null;
  /** The system's own words when there was no answer. */
  readonly lost: string;
}

/** Asks for an upgrade, and hangs up as soon as the answer is known. Never throws. */
export type Knock = (
  url: string,
  protocols: readonly string[],
  options: { readonly origin?: string; readonly withinMs: number },
) => Promise<KnockAnswer>;

export const nodeKnock: Knock = (url, protocols, { origin, withinMs }) =>
  new Promise((resolve) => {
    const address = new URL(url.replace(/^ws/i, 'http'));
    const send = address.protocol === 'https:' ? overHttps : overHttp;
    const request = send(address, {
      signal: AbortSignal.timeout(withinMs),
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))),
        ...(protocols.length === 0 ? {} : { 'Sec-WebSocket-Protocol': protocols.join(', ') }),
        ...(origin === undefined ? {} : { Origin: origin }),
      },
    });
    request.on('upgrade', ({ headers }, socket) => {
      socket.destroy();
      resolve({ status: 101, protocol: headers['sec-websocket-protocol'] ?? null, lost: '' });
    });
    request.on('response', (response) => {
      response.destroy();
      resolve({ status: response.statusCode ?? null, protocol: null, lost: '' });
    });
    // After an answer this is the connection that was hung up, and nobody hears it any more.
    request.on('error', ({ name, message }) => {
      const lost = name === 'AbortError' ? `nothing within ${withinMs / 1_000} s` : message;
      resolve({ status: null, protocol: null, lost });
    });
    request.end();
  });
