import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Wraps a request listener so that a connection's next request starts when the answer before it has been sent. Otherwise a
 * client that pipelines requests and reads nothing makes the server keep every answer in memory.
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
