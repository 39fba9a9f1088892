import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of waiting requests of a connection. Browsers and proxies send the next request after the response. */
const MAX_WAITING = 100;

/**
 * Wraps a request listener so that a connection's next request starts after the previous response has been sent. Otherwise
 * a client that pipelines requests without reading makes the server buffer all responses. A connection with too many
 * waiting requests is closed, as Node reads requests without a limit.
 */
export function withoutPipelining(listen: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, { tail: Promise<void>; waiting: number }>();
  return (request, response) => {
    const { socket } = request;
    // Requests that were read with the one that closed the connection.
    if (socket.destroyed) return;
    const closed = new Promise<void>((resolve) => response.once('close', () => resolve()));
    const queue = queues.get(socket);
    if (queue === undefined) {
      queues.set(socket, { tail: closed, waiting: 0 });
      return listen(request, response);
    }
    if (queue.waiting >= MAX_WAITING) return void socket.destroy();
    queue.waiting += 1;
    void queue.tail.then(() => {
      queue.waiting -= 1;
      if (!socket.destroyed) listen(request, response);
    });
    queue.tail = closed;
  };
}
