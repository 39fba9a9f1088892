import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Wraps a request listener so that a connection's next request starts after the previous response. Otherwise a client
 * that pipelines requests without reading makes the server buffer every response.
 */
export function oneAtATime(listen: Listener): Listener {
  const answered = new WeakMap<Socket, Promise<void>>();
  return (request, response) => {
    const { socket } = request;
    const before = answered.get(socket);
    answered.set(socket, new Promise((resolve) => response.once('close', () => resolve())));
    if (before === undefined) return listen(request, response);
    void before.then(() => {
      if (!socket.destroyed) listen(request, response);
    });
  };
}
