import { HttpError } from '../http/http-error.ts';
import type { Caller } from '../routes.ts';

/** Throws 403 for a caller whom the operator has muted. */
export function requireNotMuted({ mutedUntil }: Pick<Caller, 'mutedUntil'>, now: number): void {
  if (mutedUntil === null || mutedUntil.getTime() <= now) return;
  const day = mutedUntil.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  throw new HttpError(403, `You cannot post until ${day}, because a message of yours was reported.`);
}
