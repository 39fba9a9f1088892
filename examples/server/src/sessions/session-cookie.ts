// The session in a cookie, for a site and its API on one origin (docs/decisions/0006-sessions.md).
import { createHash } from 'node:crypto';
import { sessionHeader } from '@openbell/core/contract';
import type { Config } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { HttpError } from '../http/http-error.ts';
import { isAllowedOrigin } from '../http/origins.ts';
import { equalInConstantTime } from '../security/tokens.ts';
import { endSession, type LiveSession, readSession } from './sessions.ts';

/** `__Host-`: for this host alone, for every path, and over https alone. */
const cookieName = '__Host-sid';
const cookieAttributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';
const rememberedSeconds = 30 * 86_400;

/** Reads a request's header by its name in lower case. */
export type ReadHeader = (name: string) => string | undefined;

/**
 * What a page may know of the session that is in its cookie: made from the token, which cannot be made from it. It has
 * no power of its own; with the cookie it says which session the page means, and that the request is the page's.
 */
function markerOf(token: string): string {
  return createHash('sha256').update(`marker of ${token}`).digest('base64url');
}

/**
 * Whether the request was made by a page of the site itself. Other origins may call where they are configured, with a
 * token, and never with the cookie. What says nothing of where it comes from is not believed.
 */
function isOwnPage(config: Config, header: ReadHeader): boolean {
  const origin = header('origin');
  if (origin === undefined) return header('sec-fetch-site') === 'same-origin';
  return isAllowedOrigin({ ...config, allowedOrigins: [] }, origin, header('host'));
}

function readCookie(header: ReadHeader): string | null {
  const pairs = (header('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? null;
}

/** The cookie's token, when the marker is of the same session and a page of the site itself sent both; else null. */
export function readCookieToken(config: Config, marker: string, header: ReadHeader): string | null {
  const token = isOwnPage(config, header) ? readCookie(header) : null;
  return token !== null && equalInConstantTime(markerOf(token), marker) ? token : null;
}

/** The session with which a socket is opened: by its token, or by the marker of the one in the cookie. */
export async function readSocketSession(
  { config, db, clock }: Pick<ServerContext, 'config' | 'db' | 'clock'>,
  presented: string,
  header: ReadHeader,
): Promise<LiveSession | null> {
  const session = await readSession(db, presented, clock.now());
  if (session !== null) return session;
  const token = readCookieToken(config, presented, header);
  return token === null ? null : readSession(db, token, clock.now());
}

/** Whether a sign-in asks for the cookie. Throws 403 when it does not come from a page of the site itself. */
export function asksForCookie(config: Config, header: ReadHeader): boolean {
  if (header(sessionHeader.toLowerCase()) === undefined) return false;
  if (!isOwnPage(config, header)) throw new HttpError(403, 'Please sign in on the site itself.');
  return true;
}

/**
 * Puts a new session into the cookie: the answer's header, and the marker that takes the token's place in its body.
 * The session that the cookie had until now is over: nobody could use it any more.
 */
export async function putIntoCookie(
  { db, bus, clock }: Pick<ServerContext, 'db' | 'bus' | 'clock'>,
  { token, remember }: { readonly token: string; readonly remember: boolean },
  header: ReadHeader,
): Promise<{ readonly marker: string; readonly cookie: string }> {
  const former = await readSession(db, readCookie(header) ?? '', clock.now());
  if (former !== null) {
    await endSession(db, former.id);
    bus.publish('session-ended', { userId: former.user.id, sessionId: former.id });
  }
  const age = remember ? `; Max-Age=${rememberedSeconds}` : '';
  return { marker: markerOf(token), cookie: `${cookieName}=${token}; ${cookieAttributes}${age}` };
}

/** The header that takes the cookie away. */
export const clearedCookie = `${cookieName}=; ${cookieAttributes}; Max-Age=0`;
