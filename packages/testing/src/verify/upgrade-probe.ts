// Requests a WebSocket upgrade over plain HTTP, because the WebSocket API does not report why a socket did not open.
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';

/** The response to an upgrade request. */
export interface ProbeResult {
  /** 101 when the upgrade was accepted; null without a response. */
  readonly status: number | null;
  /** The subprotocol that was selected. */
  readonly protocol: string | null;
  /** The network error when there was no response; empty otherwise. */
  readonly error: string;
}

/** Requests an upgrade and closes the connection after the response. Never throws. */
export type ProbeUpgrade = (
  url: string,
  protocols: readonly string[],
  options: { readonly origin?: string; readonly withinMs: number },
) => Promise<ProbeResult>;

export const probeUpgrade: ProbeUpgrade = (url, protocols, { origin, withinMs }) =>
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
      resolve({ status: 101, protocol: headers['sec-websocket-protocol'] ?? null, error: '' });
    });
    request.on('response', (response) => {
      response.destroy();
      resolve({ status: response.statusCode ?? null, protocol: null, error: '' });
    });
    // After a response this is the error of the destroyed connection; the promise has settled by then.
    request.on('error', ({ name, message }) => {
      const error = name === 'AbortError' ? `nothing within ${withinMs / 1_000} s` : message;
      resolve({ status: null, protocol: null, error });
    });
    request.end();
  });
