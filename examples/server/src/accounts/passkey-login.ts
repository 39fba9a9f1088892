import type { PasskeyLoginBody } from '@openbell/core/contract';
import { eq } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { users } from '../db/schema/accounts.ts';
import { usePasskey } from '../factors/index.ts';
import { HttpError } from '../http/http-error.ts';
import { throttle } from '../security/limits.ts';
import type { UserRow } from '../sessions/sessions.ts';

/**
 * Returns the user of a passkey and the passkey's id. It needs no captcha, as passkeys cannot be guessed, and no code, as it verified the user.
 * Throws 422 with `errors.passkey`.
 */
export async function passkeyLogin(
  context: ServerContext,
  { passkey }: PasskeyLoginBody,
  { address, headers }: { readonly address: string; readonly headers: Headers },
): Promise<{ readonly user: UserRow; readonly passkeyId: number }> {
  await throttle(context, 'passkey-sign-in.address', address);
  const { id: passkeyId, userId } = await usePasskey(
    context,
    { purpose: 'sign-in', userId: null },
    { response: passkey, headers },
  );
  const [user] = await context.db.select().from(users).where(eq(users.id, userId));
  if (user === undefined)
    throw new HttpError(422, 'Your account was changed at the same time. Please sign in again.');
  return { user, passkeyId };
}
