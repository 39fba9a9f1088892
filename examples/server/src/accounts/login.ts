import type { LoginBody, LoginResponse, ManualLoginBody } from '@openbell/core/contract';
import { eq } from 'drizzle-orm';
import { readSubscriptions } from '../billing/index.ts';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import type { ServerContext } from '../context.ts';
import { users } from '../db/schema/accounts.ts';
import { checkSecondStep, hasPasskey, isSecondStepWaiting } from '../factors/index.ts';
import { HttpError } from '../http/http-error.ts';
import { throttle } from '../security/limits.ts';
import { beginSession, type UserRow } from '../sessions/sessions.ts';
import { checkPassword } from './check-password.ts';
import { networkHmacOf, storeNetwork } from './known-networks.ts';
import { passkeyLogin } from './passkey-login.ts';
import { projectUser } from './project-user.ts';
import { socialLogin } from './social-login.ts';

interface LoginClient {
  readonly address: string;
  readonly headers: Headers;
}

/**
 * Signs a user in. Throws 422 for a wrong e-mail address or password (same response, same duration), for an invalid
 * social credential or passkey, and with `errors.code` when the account needs a code, 429 after too many attempts, 503 when the
 * provider is unavailable.
 */
export async function login(
  context: ServerContext,
  body: LoginBody,
  { address, headers }: LoginClient,
): Promise<LoginResponse> {
  const { db, clock, log } = context;
  const { user, passkeyId = null } = await identify(context, body, { address, headers });
  const networkHmac = await networkHmacOf(context, user.email, address);
  const now = clock.now();
  const access = await db.transaction(async (tx) => {
    // A parallel reset of the password or the factors ends all sessions, so it must also prevent this one. The lock
    // serializes the two.
    const [current] = await tx
      .select({ passwordHash: users.passwordHash, deletedAt: users.deletedAt })
      .from(users)
      .where(eq(users.id, user.id))
      .for('share');
    // The hash of an account without a password does not change on deletion.
    const isSame = current?.passwordHash === user.passwordHash && current.deletedAt === null;
    if (!isSame || (passkeyId !== null && !(await hasPasskey(tx, user.id, passkeyId)))) {
      throw new HttpError(422, 'Your account was changed at the same time. Please sign in again.');
    }
    const userAgent = headers.get('user-agent') ?? '';
    await storeNetwork(tx, { networkHmac, userId: user.id, now });
    return beginSession(tx, { userId: user.id, remember: body.remember ?? false, userAgent }, now);
  });
  log.info('signed-in', { userId: user.id, type: body.type });
  const subscriptions = await readSubscriptions(context, user.id);
  return { access, user: projectUser(user, subscriptions, now), message: 'You are signed in.' };
}

interface Identified {
  readonly user: UserRow;
  /** The passkey that identified the user, if any. */
  readonly passkeyId?: number;
}

async function identify(context: ServerContext, body: LoginBody, client: LoginClient): Promise<Identified> {
  switch (body.type) {
    case 'manual':
      return { user: await manualLogin(context, body, client.address) };
    case 'passkey':
      return passkeyLogin(context, body, client);
    default:
      return { user: await socialLogin(context, body, client.address) };
  }
}

async function manualLogin(context: ServerContext, body: ManualLoginBody, address: string): Promise<UserRow> {
  await throttle(context, 'sign-in.address', address);
  const continues = body.code !== undefined && (await isSecondStepWaiting(context, body.username));
  if (!continues) await requireCaptcha(context, body.captcha, { action: 'sign-in', address });
  const user = await checkPassword(context, { username: body.username, password: body.password, address });
  await checkSecondStep(context, user.id, body.code);
  return user;
}
