// The session cookie, for a site and its API on one origin (docs/decisions/0006-sessions.md).
import { createHash } from 'node:crypto';
import { sessionHeader } from '@openbell/core/contract';
import type { Config } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { isAllowedOrigin } from '../http/headers/origins.ts';
import { HttpError } from '../http/http-error.ts';
import { equalInConstantTime } from '../security/tokens.ts';
import { endSession, type LiveSession, readSession } from './sessions.ts';

/** `__Host-` restricts it to this host and to https. */
const cookieName = '__Host-sid';
const cookieAttributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';
const rememberedSeconds = 30 * 86_400;

/** Returns a header of the request by its lower-case name. */
export type ReadHeader = (name: string) => string | undefined;

/**
 * Derives the marker of a session, which the page stores instead of the token. Sent with the cookie, it proves that the
 * request is from the page. Without the cookie it gives no access.
 */
function markerOf(token: string): string {
  return createHash('sha256').update(`marker of ${token}`).digest('base64url');
}

/** Returns whether a page of the site itself sent the request. Other allowed origins need a token. */
function isOwnPage(config: Config, header: ReadHeader): boolean {
  const origin = header('origin');
  if (origin === undefined) return header('sec-fetch-site') === 'same-origin';
  return isAllowedOrigin({ ...config, allowedOrigins: [] }, origin, header('host'));
}

function readCookie(header: ReadHeader): string | null {
  const pairs = (header('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? null;
}

/** Returns the cookie's token if the marker matches it and a page of the site sent both, else null. */
export function readCookieToken(config: Config, marker: string, header: ReadHeader): string | null {
  const token = isOwnPage(config, header) ? readCookie(header) : null;
  return token !== null && equalInConstantTime(markerOf(token), marker) ? token : null;
}

/** Returns the session of a socket, by a token or by the marker of the cookie's session. */
export async function readSocketSession(
  { config, db, clock }: Pick<ServerContext, 'config' | 'db' | 'clock'>,
  credential: string,
  header: ReadHeader,
): Promise<LiveSession | null> {
  const session = await readSession(db, credential, clock.now());
  if (session !== null) return session;
  const token = readCookieToken(config, credential, header);
  return token === null ? null : readSession(db, token, clock.now());
}

/** Returns whether a sign-in requests the cookie. Throws 403 if the request is from a page of another site. */
export function requestsCookie(config: Config, header: ReadHeader): boolean {
  if (header(sessionHeader.toLowerCase()) === undefined) return false;
  if (!isOwnPage(config, header)) throw new HttpError(403, 'Please sign in on the site itself.');
  return true;
}

/** Returns the cookie and the marker of a new session. Ends the session of the previous cookie. */
export async function createSessionCookie(
  { db, bus, clock }: Pick<ServerContext, 'db' | 'bus' | 'clock'>,
  { token, remember }: { readonly token: string; readonly remember: boolean },
  header: ReadHeader,
): Promise<{ readonly marker: string; readonly cookie: string }> {
  const previous = await readSession(db, readCookie(header) ?? '', clock.now());
  if (previous !== null) {
    await bus.transact(async (tx, publish) => {
      await endSession(tx, previous.id);
      publish('session-ended', { userId: previous.user.id, sessionId: previous.id });
    });
  }
  const age = remember ? `; Max-Age=${rememberedSeconds}` : '';
  return { marker: markerOf(token), cookie: `${cookieName}=${token}; ${cookieAttributes}${age}` };
}

/** The header that deletes the cookie. */
export const clearedCookie = `${cookieName}=; ${cookieAttributes}; Max-Age=0`;
