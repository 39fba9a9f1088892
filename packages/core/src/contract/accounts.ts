// Accounts on the wire: User, login and registration payloads.
import * as v from 'valibot';
import { normalizeText } from '../shared/texts.ts';
import { type Subscription, subscriptionSchema } from './billing.ts';
import { type PasskeyAssertion, passkeyAssertionSchema } from './passkeys.ts';
import {
  booleanSchema,
  emailInputSchema,
  entityIdSchema,
  flagSchema,
  type IsoInstant,
  idSchema,
  inputText,
  instantSchema,
  nullableInstantSchema,
  nullableTextSchema,
  requiredText,
  textSchema,
} from './primitives.ts';
import { entityList, orAbsent, type Schema } from './schema.ts';

/** A member, as in `GET /web/profile` and the login response. */
export interface User {
  readonly id: number;
  readonly first_name: string;
  readonly email: string;
  /** E.164, or empty. */
  readonly phone: string;
  readonly about: string;
  /** URL of the picture; null for the default picture. */
  readonly dp: string | null;
  readonly push_notification: boolean;
  readonly email_notification: boolean;
  /** When access ends or ended; null when the member has never had a plan. */
  readonly expired_at: IsoInstant | null;
  /** Displayed when no subscription in the list is active. */
  readonly active_subscription: Subscription | null;
}

export const userSchema: Schema<User> = v.object({
  id: idSchema,
  first_name: textSchema,
  email: textSchema,
  phone: textSchema,
  about: textSchema,
  dp: nullableTextSchema,
  push_notification: flagSchema,
  email_notification: flagSchema,
  expired_at: nullableInstantSchema,
  active_subscription: v.fallback(v.nullish(subscriptionSchema, null), null),
});

/** `{ message }`: the response of most calls that return no data. */
export interface MessageResponse {
  readonly message: string;
}

export const messageResponseSchema: Schema<MessageResponse> = v.object({ message: textSchema });

/** Field errors of a 422: the first message of each list is shown under its field. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The body of an error response: `{ message, errors?, error?, retry_after? }`. */
export interface ErrorBody {
  readonly message: string;
  readonly errors: FieldErrors;
  /** Seconds to wait, for throttled calls. */
  readonly retry_after: number | null;
}

/** The body of a sign-in. Social sign-ins also have `credential`, the only trusted field. */
export type SignInType = 'manual' | 'google' | 'facebook' | 'passkey';

export interface ManualLoginBody {
  /** The e-mail address. */
  readonly username: string;
  readonly password: string;
  readonly remember: boolean;
  readonly type: 'manual';
  /** The captcha solution (optional addition). */
  readonly captcha?: string | undefined;
  /** Of the authenticator app, or a recovery code, when `errors.code` requested it (optional addition). */
  readonly code?: string | undefined;
}

export interface SocialLoginBody {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly photo: string;
  readonly type: 'google' | 'facebook';
  /** Google's ID token or Facebook's access token (optional addition). */
  readonly credential?: string | undefined;
  /** The secret whose SHA-256 (base64url) is the ID token's nonce (optional addition). */
  readonly nonce?: string | undefined;
  /** The member's address when the provider shares none; a code is mailed to it (optional addition). */
  readonly address?: string | undefined;
  /** The code mailed to `address` (optional addition). */
  readonly otp?: string | undefined;
  /** Password of the account with this address, once, when the provider has not verified the address (optional addition). */
  readonly password?: string | undefined;
  readonly remember?: boolean | undefined;
  readonly captcha?: string | undefined;
  /** Of the authenticator app, or a recovery code, when `errors.code` requested it (optional addition). */
  readonly code?: string | undefined;
}

/** A sign-in with a passkey (optional addition); it needs neither captcha nor code. */
export interface PasskeyLoginBody {
  readonly type: 'passkey';
  /** For a challenge of passkey-sign-in. */
  readonly passkey: PasskeyAssertion;
  readonly remember?: boolean | undefined;
}

export type LoginBody = ManualLoginBody | SocialLoginBody | PasskeyLoginBody;

const captchaInput = v.optional(inputText(10_000));

export const loginBodySchema: Schema<LoginBody> = v.variant('type', [
  v.object({
    type: v.literal('manual'),
    username: emailInputSchema,
    password: v.pipe(v.nullish(v.string(), ''), v.nonEmpty('Please enter your password.'), inputText(1_024)),
    remember: v.optional(booleanSchema, false),
    captcha: captchaInput,
    code: v.optional(inputText(32)),
  }),
  v.object({
    type: v.picklist(['google', 'facebook']),
    id: v.optional(inputText(255), ''),
    email: v.optional(inputText(254), ''),
    name: v.optional(inputText(255), ''),
    photo: v.optional(inputText(2_048), ''),
    credential: v.optional(inputText(10_000)),
    nonce: v.optional(inputText(128)),
    address: v.optional(emailInputSchema),
    otp: v.optional(v.pipe(v.string(), v.regex(/^\d{6}$/, 'Please enter the 6-digit code.'))),
    password: v.optional(inputText(1_024)),
    remember: v.optional(booleanSchema, false),
    captcha: captchaInput,
    code: v.optional(inputText(32)),
  }),
  v.object({
    type: v.literal('passkey'),
    passkey: passkeyAssertionSchema,
    remember: v.optional(booleanSchema, false),
  }),
]) as Schema<LoginBody>;

/**
 * The request header of cookie sessions: any text at sign-in, then the marker that the sign-in returned instead of an
 * access token. The marker grants no access without the cookie.
 */
export const sessionHeader = 'Openbell-Session';

export interface LoginResponse {
  /** The access token: base64url, so that it fits a WebSocket subprotocol. */
  readonly access: string;
  readonly user: User;
  readonly message: string;
}

export const loginResponseSchema: Schema<LoginResponse> = v.object({
  access: v.pipe(v.string(), v.nonEmpty()),
  user: userSchema,
  message: textSchema,
});

export interface RegisterBody {
  readonly first_name: string;
  readonly phone: string;
  readonly email: string;
  readonly password: string;
  readonly password_confirmation: string;
  /** Optional: empty, or a code that matches `REFERRAL_CODE`. */
  readonly referralCode: string;
  /** Must be true. */
  readonly agree: boolean;
  readonly captcha?: string | undefined;
}

/** The format of a referral code, without markup or spaces. */
export const REFERRAL_CODE: RegExp = /^[A-Z0-9-]{4,20}$/;

const referralCodeInput = v.pipe(
  v.nullish(v.string('Must be text.'), ''),
  v.trim(),
  v.check(
    (code) => code === '' || REFERRAL_CODE.test(code),
    'Please check the code: 4 to 20 capital letters, digits or hyphens.',
  ),
);

/** 8 to 128 characters, exactly as typed. */
export const passwordInputSchema: Schema<string> = v.config(
  v.pipe(
    v.nullish(v.string('Must be text.'), ''),
    v.nonEmpty('Please choose a password.'),
    inputText(128),
    v.minGraphemes(8, 'Must be at least 8 characters.'),
  ),
  // Characters of a text that is too long are not counted.
  { abortPipeEarly: true },
);

/** Whether a password is repeated: in normal form, as servers hash it, because devices encode accents differently. */
const isSamePassword = (password: string, repeated: string): boolean =>
  normalizeText(password) === normalizeText(repeated);

export const registerBodySchema: Schema<RegisterBody> = v.pipe(
  v.object({
    first_name: requiredText(100, 'Please enter your name.'),
    phone: requiredText(40, 'Please enter your phone number.'),
    email: emailInputSchema,
    password: passwordInputSchema,
    password_confirmation: v.pipe(
      v.nullish(v.string(), ''),
      v.nonEmpty('Please repeat the password.'),
      inputText(1_024),
    ),
    referralCode: v.optional(referralCodeInput, ''),
    agree: v.pipe(
      v.optional(booleanSchema, false),
      v.check((agreed) => agreed, 'Please agree to the terms and the privacy policy.'),
    ),
    captcha: captchaInput,
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['password_confirmation']],
      (body) => isSamePassword(body.password, body.password_confirmation),
      'The passwords do not match.',
    ),
    ['password_confirmation'],
  ),
);

/** The account is created with any referral code. An unknown code is no error, so that codes cannot be guessed. */
export interface RegisterResponse extends MessageResponse {
  /** Whether the referral code is known (optional addition); false when missing. */
  readonly referral_applied: boolean;
}

export const registerResponseSchema: Schema<RegisterResponse> = v.object({
  message: textSchema,
  referral_applied: flagSchema,
});

export interface ProfileResponse {
  readonly user: User;
  readonly subscriptions: readonly Subscription[];
}

export const profileResponseSchema: Schema<ProfileResponse> = v.object({
  user: userSchema,
  subscriptions: v.fallback(
    v.nullish(entityList(subscriptionSchema), () => []),
    () => [],
  ),
});

/** Multipart; missing fields stay unchanged. */
export interface UpdateProfileBody {
  readonly first_name?: string | undefined;
  readonly phone?: string | undefined;
  readonly about?: string | undefined;
  readonly push_notification?: boolean | undefined;
  readonly email_notification?: boolean | undefined;
}

export const updateProfileBodySchema: Schema<UpdateProfileBody> = v.object({
  first_name: v.optional(requiredText(100, 'Please enter your name.')),
  phone: v.optional(requiredText(40, 'Please enter your phone number.')),
  about: v.optional(inputText(2_000)),
  push_notification: v.optional(booleanSchema),
  email_notification: v.optional(booleanSchema),
});

export interface UpdateProfileResponse {
  readonly message: string;
  readonly user: User;
}

export const updateProfileResponseSchema: Schema<UpdateProfileResponse> = v.object({
  message: textSchema,
  user: userSchema,
});

export interface EmailBody {
  readonly email: string;
}

export const emailBodySchema: Schema<EmailBody> = v.object({ email: emailInputSchema });

/** The response of send-otp and resend-otp; `retry_after` (seconds) is an optional addition. */
export interface OtpSentResponse {
  readonly message: string;
  readonly retry_after: number | null;
}

export const otpSentResponseSchema: Schema<OtpSentResponse> = v.object({
  message: textSchema,
  retry_after: v.fallback(v.nullish(v.pipe(v.number(), v.minValue(0)), null), null),
});

export interface VerifyOtpBody {
  readonly email: string;
  /** Six digits, kept as text: leading zeros count. */
  readonly otp: string;
}

const otpInput = v.pipe(v.nullish(v.string(), ''), v.regex(/^\d{6}$/, 'Please enter the 6-digit code.'));

export const verifyOtpBodySchema: Schema<VerifyOtpBody> = v.object({
  email: emailInputSchema,
  otp: otpInput,
});

/** The body of confirm-authenticator (optional addition). */
export interface FactorCodeBody {
  /** Six digits of the app, as text. */
  readonly code: string;
}

export const factorCodeBodySchema: Schema<FactorCodeBody> = v.object({ code: otpInput });

/** The response of verify-otp. */
export interface OtpVerifiedResponse extends MessageResponse {
  /** Replaces the verified code at the reset (optional addition); null when missing. */
  readonly reset_token: string | null;
}

const resetTokenText = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_024));

export const otpVerifiedResponseSchema: Schema<OtpVerifiedResponse> = v.object({
  message: textSchema,
  reset_token: v.fallback(v.nullish(resetTokenText, null), null),
});

/** `otp` or `reset_token` proves that the code was verified. If both are sent, the token is used. */
export interface ResetPasswordBody {
  readonly email: string;
  /** Six digits, kept as text: leading zeros count. */
  readonly otp?: string | undefined;
  /** From the response of verify-otp (optional addition). */
  readonly reset_token?: string | undefined;
  readonly password: string;
  readonly confirm_password: string;
}

export const resetPasswordBodySchema: Schema<ResetPasswordBody> = v.pipe(
  v.object({
    email: emailInputSchema,
    otp: v.optional(otpInput),
    reset_token: v.optional(inputText(1_024)),
    password: passwordInputSchema,
    confirm_password: v.pipe(v.nullish(v.string(), ''), inputText(1_024)),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirm_password']],
      (body) => isSamePassword(body.password, body.confirm_password),
      'The passwords do not match.',
    ),
    ['confirm_password'],
  ),
  v.forward(
    v.partialCheck(
      [['otp'], ['reset_token']],
      (body) => body.otp !== undefined || body.reset_token !== undefined,
      'Please enter the 6-digit code.',
    ),
    ['otp'],
  ),
);

export interface ContactBody {
  readonly name: string;
  readonly email: string;
  readonly message: string;
  /** Honeypot: an invisible field. A form that fills it gets a success response and is discarded. */
  readonly website?: string | undefined;
  /** The captcha solution (optional addition). */
  readonly captcha?: string | undefined;
}

export const contactBodySchema: Schema<ContactBody> = v.object({
  name: requiredText(100, 'Please enter your name.'),
  email: emailInputSchema,
  message: requiredText(5_000, 'Please enter your question.'),
  website: v.optional(inputText(10_000)),
  captcha: captchaInput,
});

/** A device where the member is signed in (optional addition). */
export interface DeviceSession {
  /** A local id (see `isServerId`) when the server sent none. */
  readonly id: number;
  /** The `User-Agent` of the sign-in, or empty. */
  readonly user_agent: string;
  /** Null when missing. */
  readonly created_at: IsoInstant | null;
  /** Last use, to the minute; null when missing. */
  readonly last_used_at: IsoInstant | null;
  /** Whether it is the calling session. */
  readonly current: boolean;
}

/** The newest export of the member's data (optional addition). */
export interface DataExport {
  /** `ready`: the link was mailed. `none`: never requested, or expired. */
  readonly status: 'none' | 'preparing' | 'ready' | 'failed';
  readonly requested_at: IsoInstant | null;
  /** End of the mailed link; null unless it is ready. */
  readonly expires_at: IsoInstant | null;
}

export const dataExportSchema: Schema<DataExport> = v.object({
  status: v.picklist(['none', 'preparing', 'ready', 'failed']),
  requested_at: nullableInstantSchema,
  expires_at: nullableInstantSchema,
});

export const sessionsResponseSchema: Schema<readonly DeviceSession[]> = entityList(
  v.pipe(
    v.object({
      id: entityIdSchema,
      user_agent: textSchema,
      created_at: orAbsent(instantSchema, null),
      last_used_at: orAbsent(instantSchema, null),
      current: flagSchema,
    }),
    v.check(
      ({ id, user_agent, created_at, last_used_at }) =>
        id >= 0 || user_agent !== '' || created_at !== null || last_used_at !== null,
      'Nothing to show',
    ),
  ),
);

export interface NotificationTokenBody {
  readonly token: string;
}

export const notificationTokenBodySchema: Schema<NotificationTokenBody> = v.object({
  token: requiredText(4_096, 'The token is missing.'),
});

/** The body of a password change, which requires the current password (optional addition). */
export interface ChangePasswordBody {
  readonly current_password: string;
  readonly password: string;
  readonly confirm_password: string;
}

export const changePasswordBodySchema: Schema<ChangePasswordBody> = v.pipe(
  v.object({
    current_password: v.pipe(
      v.nullish(v.string(), ''),
      v.nonEmpty('Please enter your password.'),
      inputText(1_024),
    ),
    password: passwordInputSchema,
    confirm_password: v.pipe(v.nullish(v.string(), ''), inputText(1_024)),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirm_password']],
      (body) => isSamePassword(body.password, body.confirm_password),
      'The passwords do not match.',
    ),
    ['confirm_password'],
  ),
);

export interface DeleteAccountBody {
  readonly password?: string | undefined;
  /** A new credential of the member's social account. */
  readonly credential?: string | undefined;
  /** The nonce of the credential, as at sign-in. */
  readonly nonce?: string | undefined;
}

export const deleteAccountBodySchema: Schema<DeleteAccountBody> = v.object({
  password: v.optional(inputText(1_024)),
  credential: v.optional(inputText(10_000)),
  nonce: v.optional(inputText(128)),
});
