import { sessionHeader } from '@openbell/core/contract';
import { eq } from 'drizzle-orm';
import { readSubscriptions } from '../billing/index.ts';
import { makeCaptchaChallenge } from '../captcha/altcha.ts';
import { readCaptchaKeys } from '../captcha/require-captcha.ts';
import { users } from '../db/schema/accounts.ts';
import { HttpError, notFound } from '../http/http-error.ts';
import { defineOtherRoutes } from '../http/other-route.ts';
import { defineRoutes, type OwnSchemas } from '../http/route.ts';
import { asksForCookie, clearedCookie, putIntoCookie, type ReadHeader } from '../sessions/session-cookie.ts';
import { endSession } from '../sessions/sessions.ts';
import { changePassword } from './change-password.ts';
import { deleteAccount } from './delete-account.ts';
import { deviceRoutes } from './devices.ts';
import { login } from './login.ts';
import { resetPassword, sendOtp, verifyOtp } from './otp.ts';
import { ownRegisterSchema } from './own-schemas.ts';
import { projectUser } from './project-user.ts';
import { register } from './register.ts';
import { updateProfile } from './update-profile.ts';

/** The calls for accounts and sessions. */
export const accountsRoutes = defineRoutes({
  register: async (context, { body, address }) => ({
    status: 201,
    body: await register(context, body, address),
  }),

  sendOtp: async (context, { body, address }) => ({ body: await sendOtp(context, body, address) }),
  resendOtp: async (context, { body, address }) => ({ body: await sendOtp(context, body, address) }),
  verifyOtp: async (context, { body, address }) => ({ body: await verifyOtp(context, body, address) }),
  resetPassword: async (context, { body, address }) => ({
    body: await resetPassword(context, body, address),
  }),

  login: async (context, { body, address, headers }) => {
    const header: ReadHeader = (name) => headers.get(name) ?? undefined;
    const from = { address, userAgent: headers.get('user-agent') ?? '' };
    if (!asksForCookie(context.config, header)) return { body: await login(context, body, from) };
    const { access: token, ...answer } = await login(context, body, from);
    const remember = body.remember ?? false;
    const { marker, cookie } = await putIntoCookie(context, { token, remember }, header);
    return { body: { ...answer, access: marker }, headers: { 'set-cookie': cookie } };
  },

  logout: async ({ db, bus, log }, { caller, headers }) => {
    await endSession(db, caller.sessionId);
    bus.publish('session-ended', { userId: caller.userId, sessionId: caller.sessionId });
    log.info('signed-out', { userId: caller.userId });
    const body = { message: 'You are signed out.' };
    return headers.has(sessionHeader) ? { body, headers: { 'set-cookie': clearedCookie } } : { body };
  },

  profile: async (context, { caller }) => {
    const { db, clock } = context;
    const [user] = await db.select().from(users).where(eq(users.id, caller.userId));
    if (user === undefined) throw new HttpError(401, 'Please sign in.');
    const subscriptions = await readSubscriptions(context, user.id);
    return { body: { user: projectUser(user, subscriptions, clock.now()), subscriptions } };
  },

  updateProfile,
  changePassword,
  deleteAccount,
  ...deviceRoutes,
});

export const accountsSchemas: OwnSchemas = { register: ownRegisterSchema };

export const accountsOtherRoutes = defineOtherRoutes({
  'GET /api/captcha/challenge': async (context) => {
    if (context.config.recaptcha !== null) throw notFound();
    const challenge = await makeCaptchaChallenge(await readCaptchaKeys(context), context.clock.now());
    return Response.json(challenge, { headers: { 'cache-control': 'no-store' } });
  },
});
