// The calls of accounts, profile, contact and push.
import {
  loginAnswerSchema,
  messageAnswerSchema,
  otpSentAnswerSchema,
  otpVerifiedAnswerSchema,
  profileAnswerSchema,
  registerAnswerSchema,
  sessionsAnswerSchema,
  updateProfileAnswerSchema,
} from './accounts.ts';
import { act, get, post, unknownAnswer } from './endpoint.build.ts';
import type { Endpoints } from './endpoint.types.ts';

export const sendOtpEndpoint: Endpoints['sendOtp'] = /* @__PURE__ */ post(
  '/web/send-otp',
  otpSentAnswerSchema,
);
export const verifyOtpEndpoint: Endpoints['verifyOtp'] = /* @__PURE__ */ post(
  '/web/verify-otp',
  otpVerifiedAnswerSchema,
);
export const resetPasswordEndpoint: Endpoints['resetPassword'] = /* @__PURE__ */ post(
  '/web/reset-password',
  messageAnswerSchema,
);
export const resendOtpEndpoint: Endpoints['resendOtp'] = /* @__PURE__ */ post(
  '/web/resend-otp',
  otpSentAnswerSchema,
);
export const loginEndpoint: Endpoints['login'] = /* @__PURE__ */ post('/web/login', loginAnswerSchema);
export const registerEndpoint: Endpoints['register'] = /* @__PURE__ */ post(
  '/web/register',
  registerAnswerSchema,
);
export const profileEndpoint: Endpoints['profile'] = /* @__PURE__ */ get('/web/profile', profileAnswerSchema);
export const updateProfileEndpoint: Endpoints['updateProfile'] = /* @__PURE__ */ post(
  '/web/update-profile',
  updateProfileAnswerSchema,
  { bodyFormat: 'multipart' },
);
export const logoutEndpoint: Endpoints['logout'] = /* @__PURE__ */ act('/web/logout', unknownAnswer);
export const changePasswordEndpoint: Endpoints['changePassword'] = /* @__PURE__ */ post(
  '/web/change-password',
  messageAnswerSchema,
);
export const deleteAccountEndpoint: Endpoints['deleteAccount'] = /* @__PURE__ */ post(
  '/web/delete-account',
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
  messageAnswerSchema,
);
export const storeNotificationTokenEndpoint: Endpoints['storeNotificationToken'] = /* @__PURE__ */ post(
  '/web/store-notification-token',
  unknownAnswer,
);
