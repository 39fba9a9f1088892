import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { clientAddress } from './client-address.ts';

/** The types of a Hono application of this server. */
export interface Env {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; userId: number | undefined };
}

/** One request in Hono's terms. */
export type RequestContext = Context<Env>;

/** Returns the other end of the connection. */
export function peerOf(c: RequestContext): string | undefined {
  return c.env.incoming?.socket.remoteAddress;
}

/** Returns the network address that limits count by. */
export function addressOf(c: RequestContext, trustProxy: boolean): string {
  return clientAddress({ peer: peerOf(c), forwarded: c.req.header('x-forwarded-for'), trustProxy });
}
