import { sessionHeader } from '@openbell/core/contract';
import { readSubscriptions } from '../billing/index.ts';
import { createCaptchaChallenge } from '../captcha/altcha.ts';
import { readCaptchaKeys } from '../captcha/require-captcha.ts';
import { notFound } from '../http/http-error.ts';
import { defineOtherRoutes, defineRoutes, type OwnSchemas } from '../routes.ts';
import {
  clearedCookie,
  createSessionCookie,
  type ReadHeader,
  requestsCookie,
} from '../sessions/session-cookie.ts';
import { endSession, requireUser } from '../sessions/sessions.ts';
import { changePassword } from './change-password.ts';
import { deleteAccount } from './delete-account.ts';
import { deviceRoutes } from './devices.ts';
import { login } from './login.ts';
import { resetPassword, sendOtp, verifyOtp } from './otp.ts';
import { ownRegisterSchema } from './own-schemas.ts';
import { dataExportRoutes } from './personal-data/data-export.routes.ts';
import { projectUser } from './project-user.ts';
import { prove } from './prove.ts';
import { register } from './register.ts';
import { updateProfile } from './update-profile.ts';

export const accountsRoutes = defineRoutes({
  register: async (context, { body, address }) => ({
    status: 201,
    body: await register(context, body, address),
  }),

  sendOtp,
  resendOtp: sendOtp,
  verifyOtp,
  resetPassword,

  login: async (context, { body, address, headers }) => {
    const header: ReadHeader = (name) => headers.get(name) ?? undefined;
    const client = { address, headers };
    if (!requestsCookie(context.config, header)) return { body: await login(context, body, client) };
    const { access: token, ...rest } = await login(context, body, client);
    const remember = body.remember ?? false;
    const { marker, cookie } = await createSessionCookie(context, { token, remember }, header);
    return { body: { ...rest, access: marker }, headers: { 'set-cookie': cookie } };
  },

  logout: async ({ bus, log }, { caller, headers }) => {
    await bus.transact(async (tx, publish) => {
      await endSession(tx, caller.sessionId);
      publish('session-ended', { userId: caller.userId, sessionId: caller.sessionId });
    });
    log.info('signed-out', { userId: caller.userId });
    const body = { message: 'You are signed out.' };
    return headers.has(sessionHeader) ? { body, headers: { 'set-cookie': clearedCookie } } : { body };
  },

  profile: async (context, { caller }) => {
    const { db, clock } = context;
    const user = await requireUser(db, caller.userId);
    const subscriptions = await readSubscriptions(context, user.id);
    return { body: { user: projectUser(user, subscriptions, clock.now()), subscriptions } };
  },

  updateProfile,
  changePassword,
  deleteAccount,
  prove,
  ...deviceRoutes,
  ...dataExportRoutes,
});

export const accountsSchemas: OwnSchemas = { register: ownRegisterSchema };

export const accountsOtherRoutes = defineOtherRoutes({
  'GET /api/captcha/challenge': async (context) => {
    if (context.config.recaptcha !== null) throw notFound();
    const challenge = await createCaptchaChallenge(await readCaptchaKeys(context), context.clock.now());
    return Response.json(challenge, { headers: { 'cache-control': 'no-store' } });
  },
});
