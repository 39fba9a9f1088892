import { type Access, sessionHeader } from '@openbell/core/contract';
import { isSubscribed } from '@openbell/core/entitlement';
import type { ServerContext } from '../context.ts';
import { HttpError } from '../http/http-error.ts';
import type { Caller } from '../routes.ts';
import { type ReadHeader, readCookieToken } from './session-cookie.ts';
import { readSession } from './sessions.ts';

/** Returns the user of a request by its bearer token or session cookie. Null without a valid session. */
export async function readCaller(
  { config, db, clock }: Pick<ServerContext, 'config' | 'db' | 'clock'>,
  header: ReadHeader,
): Promise<Caller | null> {
  const marker = header(sessionHeader.toLowerCase());
  const token =
    marker === undefined
      ? /^Bearer ([\w-]+)$/i.exec(header('authorization') ?? '')?.[1]
      : (readCookieToken(config, marker, header) ?? undefined);
  const session = token === undefined ? null : await readSession(db, token, clock.now());
  if (session === null) return null;
  const { id: userId, firstName, email, expiredAt, mutedUntil } = session.user;
  return { userId, sessionId: session.id, firstName, email, expiredAt, mutedUntil };
}

/** Throws 401 or 403 if the caller does not have the required access. `now` in milliseconds since the epoch. */
export function checkAccess(required: Access, caller: Caller | null, now: number): void {
  if (required === 'visitor') return;
  if (caller === null) throw new HttpError(401, 'Please sign in.');
  if (required === 'subscriber' && !isSubscribed({ expired_at: caller.expiredAt }, now)) {
    throw new HttpError(403, 'You are not allowed to access this page. Please contact your administrator.');
  }
}
