// Calls of accounts, profile, devices and push.
// Each row is everything about a call; docs/contract/openapi.json is made from the rows and their comments.
import {
  type ChangePasswordBody,
  type DeleteAccountBody,
  type DeviceSession,
  type EmailBody,
  type LoginAnswer,
  type LoginBody,
  loginAnswerSchema,
  type MessageAnswer,
  messageAnswerSchema,
  type NotificationTokenBody,
  type OtpSentAnswer,
  type OtpVerifiedAnswer,
  otpSentAnswerSchema,
  otpVerifiedAnswerSchema,
  type ProfileAnswer,
  profileAnswerSchema,
  type RegisterAnswer,
  type RegisterBody,
  type ResetPasswordBody,
  registerAnswerSchema,
  sessionsAnswerSchema,
  type UpdateProfileAnswer,
  type UpdateProfileBody,
  updateProfileAnswerSchema,
  type VerifyOtpBody,
} from './accounts.ts';
import { act, get, post, unknownAnswer } from './endpoint.build.ts';
import type { ContractCall, Id, UnknownAnswer } from './endpoint.types.ts';

/**
 * Mails a six-digit code to reset a password.
 *
 * A new code replaces the old one; at most one in 60 seconds. The response does not reveal whether the address is known.
 */
export const sendOtpEndpoint: ContractCall<'visitor', OtpSentAnswer, EmailBody> = /* @__PURE__ */ post(
  '/web/send-otp',
  otpSentAnswerSchema,
  { access: 'visitor' },
);

/**
 * Checks a mailed code.
 *
 * A wrong code uses up a try; a correct one stays valid. The optional `reset_token` replaces the code in reset-password.
 */
export const verifyOtpEndpoint: ContractCall<'visitor', OtpVerifiedAnswer, VerifyOtpBody> =
  /* @__PURE__ */ post('/web/verify-otp', otpVerifiedAnswerSchema, { access: 'visitor' });

/**
 * Sets a new password with a mailed code.
 *
 * Consumes the code, which is valid for 10 minutes, and ends all sessions of the account. If verify-otp returned a
 * `reset_token`, it replaces `otp`.
 */
export const resetPasswordEndpoint: ContractCall<'visitor', MessageAnswer, ResetPasswordBody> =
  /* @__PURE__ */ post('/web/reset-password', messageAnswerSchema, { access: 'visitor' });

/**
 * Mails a new code.
 *
 * A new code replaces the old one; at most one in 60 seconds. The response does not reveal whether the address is known.
 */
export const resendOtpEndpoint: ContractCall<'visitor', OtpSentAnswer, EmailBody> = /* @__PURE__ */ post(
  '/web/resend-otp',
  otpSentAnswerSchema,
  { access: 'visitor' },
);

/**
 * Signs in with a password or a social account.
 *
 * A refused sign-in (wrong password, unverifiable or missing social credential) is 422 with a message, never 401. The
 * token is base64url, so that it fits a WebSocket subprotocol. `captcha`, `credential` and `nonce` are optional. If
 * `credential` is present, the server takes the identity from it alone.
 */
export const loginEndpoint: ContractCall<'visitor', LoginAnswer, LoginBody> = /* @__PURE__ */ post(
  '/web/login',
  loginAnswerSchema,
  { access: 'visitor' },
);

/**
 * Creates an account.
 *
 * `errors` lists messages by field; an address that is already in use is reported in `errors.email`.
 *
 * @response 201
 */
export const registerEndpoint: ContractCall<'visitor', RegisterAnswer, RegisterBody> = /* @__PURE__ */ post(
  '/web/register',
  registerAnswerSchema,
  { access: 'visitor' },
);

/**
 * Returns the signed-in user and their subscriptions.
 */
export const profileEndpoint: ContractCall<'member', ProfileAnswer> = /* @__PURE__ */ get(
  '/web/profile',
  profileAnswerSchema,
  { access: 'member' },
);

/**
 * Changes the profile.
 *
 * Missing fields stay unchanged. Booleans are sent as 1 and 0.
 *
 * @files profile_image The new profile picture (optional).
 */
export const updateProfileEndpoint: ContractCall<'member', UpdateProfileAnswer, UpdateProfileBody> =
  /* @__PURE__ */ post('/web/update-profile', updateProfileAnswerSchema, {
    access: 'member',
    bodyFormat: 'multipart',
  });

/**
 * Ends the session.
 *
 * The client ignores the body.
 */
export const logoutEndpoint: ContractCall<'member', UnknownAnswer> = /* @__PURE__ */ act(
  '/web/logout',
  unknownAnswer,
  { access: 'member' },
);

/**
 * Changes the password.
 *
 * Requires the current password. Signs out the other devices of the caller.
 *
 * @addition
 * @response 409 The account was changed by another request at the same time.
 */
export const changePasswordEndpoint: ContractCall<'member', MessageAnswer, ChangePasswordBody> =
  /* @__PURE__ */ post('/web/change-password', messageAnswerSchema, { access: 'member' });

/**
 * Deletes the account.
 *
 * Requires the password, or a fresh credential of the member's social account.
 *
 * @addition
 * @response 409 A paid subscription cannot be canceled right now.
 */
export const deleteAccountEndpoint: ContractCall<'member', MessageAnswer, DeleteAccountBody> =
  /* @__PURE__ */ post('/web/delete-account', messageAnswerSchema, { access: 'member' });

/**
 * Lists the caller's live sessions.
 *
 * Each entry has the `User-Agent` of its sign-in.
 *
 * @addition
 */
export const sessionsEndpoint: ContractCall<'member', readonly DeviceSession[]> = /* @__PURE__ */ get(
  '/web/sessions',
  sessionsAnswerSchema,
  { access: 'member' },
);

/**
 * Signs one device out.
 *
 * Revokes its token and closes its sockets. The client reads only the status.
 *
 * @addition
 * @response 404 A session of the caller with this id.
 */
export const endSessionEndpoint: ContractCall<'member', UnknownAnswer, undefined, Id> = /* @__PURE__ */ act(
  '/web/end-session/{id}',
  unknownAnswer,
  { access: 'member' },
);

/**
 * Signs all other devices out.
 *
 * Keeps the calling session. The client reads only the status.
 *
 * @addition
 */
export const endOtherSessionsEndpoint: ContractCall<'member', UnknownAnswer> = /* @__PURE__ */ act(
  '/web/end-other-sessions',
  unknownAnswer,
  { access: 'member' },
);

/**
 * Registers a device for push messages.
 */
export const storeNotificationTokenEndpoint: ContractCall<'member', UnknownAnswer, NotificationTokenBody> =
  /* @__PURE__ */ post('/web/store-notification-token', unknownAnswer, { access: 'member' });
