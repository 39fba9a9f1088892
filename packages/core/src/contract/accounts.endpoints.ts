// The calls of accounts, profile, contact and push (product.md 7).
import {
  contactBodySchema,
  deleteAccountBodySchema,
  emailBodySchema,
  loginAnswerSchema,
  loginBodySchema,
  messageAnswerSchema,
  notificationTokenBodySchema,
  otpSentAnswerSchema,
  otpVerifiedAnswerSchema,
  profileAnswerSchema,
  registerAnswerSchema,
  registerBodySchema,
  resetPasswordBodySchema,
  sessionsAnswerSchema,
  updateProfileAnswerSchema,
  updateProfileBodySchema,
  verifyOtpBodySchema,
} from './accounts.ts';
import { act, get, post, unknownAnswer } from './endpoint.build.ts';
import type { Endpoints } from './endpoint.types.ts';

export const sendOtpEndpoint: Endpoints['sendOtp'] = /* @__PURE__ */ post(
  '/web/send-otp',
  emailBodySchema,
  otpSentAnswerSchema,
);
export const verifyOtpEndpoint: Endpoints['verifyOtp'] = /* @__PURE__ */ post(
  '/web/verify-otp',
  verifyOtpBodySchema,
  otpVerifiedAnswerSchema,
);
export const resetPasswordEndpoint: Endpoints['resetPassword'] = /* @__PURE__ */ post(
  '/web/reset-password',
  resetPasswordBodySchema,
  messageAnswerSchema,
);
export const resendOtpEndpoint: Endpoints['resendOtp'] = /* @__PURE__ */ post(
  '/web/resend-otp',
  emailBodySchema,
  otpSentAnswerSchema,
);
export const loginEndpoint: Endpoints['login'] = /* @__PURE__ */ post(
  '/web/login',
  loginBodySchema,
  loginAnswerSchema,
);
export const registerEndpoint: Endpoints['register'] = /* @__PURE__ */ post(
  '/web/register',
  registerBodySchema,
  registerAnswerSchema,
);
export const profileEndpoint: Endpoints['profile'] = /* @__PURE__ */ get('/web/profile', profileAnswerSchema);
export const updateProfileEndpoint: Endpoints['updateProfile'] = /* @__PURE__ */ post(
  '/web/update-profile',
  updateProfileBodySchema,
  updateProfileAnswerSchema,
  { bodyFormat: 'multipart' },
);
export const logoutEndpoint: Endpoints['logout'] = /* @__PURE__ */ act('/web/logout', unknownAnswer);
export const deleteAccountEndpoint: Endpoints['deleteAccount'] = /* @__PURE__ */ post(
  '/web/delete-account',
  deleteAccountBodySchema,
  messageAnswerSchema,
);
export const sessionsEndpoint: Endpoints['sessions'] = /* @__PURE__ */ get(
  '/web/sessions',
  sessionsAnswerSchema,
);
export const endSessionEndpoint: Endpoints['endSession'] = /* @__PURE__ */ act(
  '/web/end-session/{id}',
  unknownAnswer,
);
export const endOtherSessionsEndpoint: Endpoints['endOtherSessions'] = /* @__PURE__ */ act(
  '/web/end-other-sessions',
  unknownAnswer,
);
export const submitContactFormEndpoint: Endpoints['submitContactForm'] = /* @__PURE__ */ post(
  '/web/submit-contact-form',
  contactBodySchema,
  messageAnswerSchema,
);
export const storeNotificationTokenEndpoint: Endpoints['storeNotificationToken'] = /* @__PURE__ */ post(
  '/web/store-notification-token',
  notificationTokenBodySchema,
  unknownAnswer,
);
