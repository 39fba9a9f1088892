import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** A path that answers WebSocket upgrades. Made with the context, listed in areas.ts. */
export interface SocketEndpoint {
  /** For example `/api/ws`. */
  readonly path: string;
  /** Takes over an upgrade request to the path; refuses it by itself where it must (Origin, subprotocol). */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** The server stops: closes every connection with 1001, stops all timers, and resolves when they are gone. */
  close(): Promise<void>;
}
