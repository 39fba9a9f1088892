import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** A WebSocket endpoint; listed in areas.ts. */
export interface SocketEndpoint {
  /** For example `/api/ws`. */
  readonly path: string;
  /** Accepts or rejects an upgrade request to the path. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes all connections with 1001 and resolves when they are closed. */
  close(): Promise<void>;
}
