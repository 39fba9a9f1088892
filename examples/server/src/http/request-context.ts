import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { clientAddress } from './client/client-address.ts';

/** The types of the Hono application. */
export interface Env {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    userId: number | undefined;
    /** The pattern of the route that handles the request. */
    route: string | undefined;
  };
}

export type RequestContext = Context<Env>;

/** Returns the remote address of the connection. */
export function peerOf(c: RequestContext): string | undefined {
  return c.env.incoming?.socket.remoteAddress;
}

/** Letters, digits and separators: safe in a log and a header. */
const safeId = /^[A-Za-z0-9][\w.:-]{0,63}$/;

/** Returns the request's id: the proxy's `X-Request-Id` if it is trusted and the id is safe, else a new one. */
export function requestIdOf(c: RequestContext, trustProxy: boolean): string {
  const given = trustProxy ? c.req.header('x-request-id') : undefined;
  return given !== undefined && safeId.test(given) ? given : randomUUID();
}

/** Returns the client's IP address, for rate limits. */
export function addressOf(c: RequestContext, trustProxy: boolean): string {
  return clientAddress({ peer: peerOf(c), forwarded: c.req.header('x-forwarded-for'), trustProxy });
}
