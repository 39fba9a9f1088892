import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { rejectRequest, type Site } from './reject-connection.ts';

/** Follows the running requests, so that a stop can wait for them and refuse others. */
export interface RequestGate {
  wrap(listen: RequestListener): RequestListener;
  /** From now on, each connection ends with its response. */
  endConnections(): void;
  /** From now on, requests get 503 with `Retry-After`. */
  refuse(): void;
  /** Resolves when no request is running. */
  idle(): Promise<void>;
}

export function createRequestGate(site: Site): RequestGate {
  const running = new Map<ServerResponse, IncomingMessage>();
  let isEnding = false;
  let isRefusing = false;
  let waiting: (() => void)[] = [];

  function endAfter(request: IncomingMessage, response: ServerResponse): void {
    response.shouldKeepAlive = false;
    // The headers have announced an open connection already.
    if (response.headersSent) response.once('finish', () => request.socket.end());
  }

  return {
    wrap: (listen) => (request, response) => {
      if (isEnding) endAfter(request, response);
      if (isRefusing) return rejectRequest(response, 503, site);
      running.set(response, request);
      response.once('close', () => {
        running.delete(response);
        if (running.size > 0) return;
        for (const resolve of waiting) resolve();
        waiting = [];
      });
      listen(request, response);
    },
    endConnections() {
      isEnding = true;
      for (const [response, request] of running) endAfter(request, response);
    },
    refuse() {
      isRefusing = true;
    },
    idle: () =>
      new Promise((resolve) => {
        if (running.size === 0) resolve();
        else waiting.push(resolve);
      }),
  };
}
