// Calls of accounts, profile, devices and push.
// Each row is everything about a call; docs/contract/openapi.json is made from the rows and their comments.
import {
  type ChangePasswordBody,
  type DataExport,
  type DeleteAccountBody,
  type DeviceSession,
  dataExportSchema,
  type EmailBody,
  type LoginBody,
  type LoginResponse,
  loginResponseSchema,
  type MessageResponse,
  messageResponseSchema,
  type NotificationTokenBody,
  type OtpSentResponse,
  type OtpVerifiedResponse,
  otpSentResponseSchema,
  otpVerifiedResponseSchema,
  type ProfileResponse,
  profileResponseSchema,
  type RegisterBody,
  type RegisterResponse,
  type ResetPasswordBody,
  registerResponseSchema,
  sessionsResponseSchema,
  type UpdateProfileBody,
  type UpdateProfileResponse,
  updateProfileResponseSchema,
  type VerifyOtpBody,
} from './accounts.ts';
import { act, get, post, unknownResponse } from './endpoint.build.ts';
import type { ContractCall, Id, UnknownResponse } from './endpoint.types.ts';

/**
 * Mails a six-digit code to reset a password.
 *
 * A new code replaces the old one; at most one in 60 seconds. The response does not reveal whether the address is known.
 */
export const sendOtpEndpoint: ContractCall<'visitor', OtpSentResponse, EmailBody> = /* @__PURE__ */ post(
  '/web/send-otp',
  otpSentResponseSchema,
  { access: 'visitor' },
);

/**
 * Checks a mailed code.
 *
 * A wrong code uses up a try; a correct one stays valid. The optional `reset_token` replaces the code in reset-password.
 */
export const verifyOtpEndpoint: ContractCall<'visitor', OtpVerifiedResponse, VerifyOtpBody> =
  /* @__PURE__ */ post('/web/verify-otp', otpVerifiedResponseSchema, { access: 'visitor' });

/**
 * Sets a new password with a mailed code.
 *
 * Consumes the code, which is valid for 10 minutes, and ends all sessions of the account. If verify-otp returned a
 * `reset_token`, it replaces `otp`.
 */
export const resetPasswordEndpoint: ContractCall<'visitor', MessageResponse, ResetPasswordBody> =
  /* @__PURE__ */ post('/web/reset-password', messageResponseSchema, { access: 'visitor' });

/**
 * Mails a new code.
 *
 * A new code replaces the old one; at most one in 60 seconds. The response does not reveal whether the address is known.
 */
export const resendOtpEndpoint: ContractCall<'visitor', OtpSentResponse, EmailBody> = /* @__PURE__ */ post(
  '/web/resend-otp',
  otpSentResponseSchema,
  { access: 'visitor' },
);

/**
 * Signs in with a password, a social account or a passkey.
 *
 * A refused sign-in (wrong password, unverifiable or missing social credential) is 422 with a message, never 401. The
 * token is base64url, so that it fits a WebSocket subprotocol. `captcha`, `credential` and `nonce` are optional. If
 * `credential` is present, the server takes the identity from it alone. For an account with an authenticator app, the
 * response is 422 with `errors.code`; the client repeats the call with `code`, without a new captcha. A passkey needs
 * neither; `errors.passkey` says why it was refused.
 */
export const loginEndpoint: ContractCall<'visitor', LoginResponse, LoginBody> = /* @__PURE__ */ post(
  '/web/login',
  loginResponseSchema,
  { access: 'visitor' },
);

/**
 * Creates an account.
 *
 * `errors` lists messages by field; an address that is already in use is reported in `errors.email`.
 *
 * @response 201
 */
export const registerEndpoint: ContractCall<'visitor', RegisterResponse, RegisterBody> = /* @__PURE__ */ post(
  '/web/register',
  registerResponseSchema,
  { access: 'visitor' },
);

/**
 * Returns the signed-in user and their subscriptions.
 */
export const profileEndpoint: ContractCall<'member', ProfileResponse> = /* @__PURE__ */ get(
  '/web/profile',
  profileResponseSchema,
  { access: 'member' },
);

/**
 * Changes the profile.
 *
 * Missing fields stay unchanged. Booleans are sent as 1 and 0.
 *
 * @files profile_image The new profile picture (optional).
 */
export const updateProfileEndpoint: ContractCall<'member', UpdateProfileResponse, UpdateProfileBody> =
  /* @__PURE__ */ post('/web/update-profile', updateProfileResponseSchema, {
    access: 'member',
    bodyFormat: 'multipart',
  });

/**
 * Ends the session.
 *
 * The client ignores the body.
 */
export const logoutEndpoint: ContractCall<'member', UnknownResponse> = /* @__PURE__ */ act(
  '/web/logout',
  unknownResponse,
  { access: 'member' },
);

/**
 * Changes the password.
 *
 * Requires the current password; with an authenticator app also a fresh proof (`errors.proof`, see prove). Signs out the
 * other devices of the caller.
 *
 * @addition
 * @response 409 The account was changed by another request at the same time.
 */
export const changePasswordEndpoint: ContractCall<'member', MessageResponse, ChangePasswordBody> =
  /* @__PURE__ */ post('/web/change-password', messageResponseSchema, { access: 'member' });

/**
 * Deletes the account.
 *
 * Requires the password, or a fresh credential of the member's social account; with an authenticator app also a fresh
 * proof (`errors.proof`, see prove).
 *
 * @addition
 * @response 409 A paid subscription cannot be canceled right now.
 */
export const deleteAccountEndpoint: ContractCall<'member', MessageResponse, DeleteAccountBody> =
  /* @__PURE__ */ post('/web/delete-account', messageResponseSchema, { access: 'member' });

/**
 * Lists the caller's live sessions.
 *
 * Each entry has the `User-Agent` of its sign-in.
 *
 * @addition
 */
export const sessionsEndpoint: ContractCall<'member', readonly DeviceSession[]> = /* @__PURE__ */ get(
  '/web/sessions',
  sessionsResponseSchema,
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
export const endSessionEndpoint: ContractCall<'member', UnknownResponse, undefined, Id> = /* @__PURE__ */ act(
  '/web/end-session/{id}',
  unknownResponse,
  { access: 'member' },
);

/**
 * Signs all other devices out.
 *
 * Keeps the calling session. The client reads only the status.
 *
 * @addition
 */
export const endOtherSessionsEndpoint: ContractCall<'member', UnknownResponse> = /* @__PURE__ */ act(
  '/web/end-other-sessions',
  unknownResponse,
  { access: 'member' },
);

/**
 * Returns the state of the newest export of the caller's data.
 *
 * @addition
 */
export const dataExportEndpoint: ContractCall<'member', DataExport> = /* @__PURE__ */ get(
  '/web/data-export',
  dataExportSchema,
  { access: 'member' },
);

/**
 * Requests a copy of everything that is stored about the caller.
 *
 * It is prepared in the background; a link to it is mailed. One request a day; the next one is 429.
 *
 * @addition
 * @response 202
 */
export const requestDataExportEndpoint: ContractCall<'member', DataExport> = /* @__PURE__ */ act(
  '/web/data-export',
  dataExportSchema,
  { access: 'member' },
);

/**
 * Registers a device for push messages.
 */
export const storeNotificationTokenEndpoint: ContractCall<'member', UnknownResponse, NotificationTokenBody> =
  /* @__PURE__ */ post('/web/store-notification-token', unknownResponse, { access: 'member' });
