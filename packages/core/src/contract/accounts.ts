// Accounts on the wire: User, login and registration payloads.
import * as v from 'valibot';
import { type Subscription, subscriptionSchema } from './billing.ts';
import {
  booleanSchema,
  emailInputSchema,
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
import { lenientList, type Schema } from './schema.ts';

/** A member, as `GET /web/profile` and the login answer give it. */
export interface User {
  readonly id: number;
  readonly first_name: string;
  readonly email: string;
  /** E.164, or empty. */
  readonly phone: string;
  readonly about: string;
  /** Address of the picture; null means the drawn default. */
  readonly dp: string | null;
  readonly push_notification: boolean;
  readonly email_notification: boolean;
  /** When access ends or ended; null means that there has never been a plan. */
  readonly expired_at: IsoInstant | null;
  /** Shown when no subscription in the list is active. */
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

/** `{ message }`: the answer of most calls that only do something. */
export interface MessageAnswer {
  readonly message: string;
}

export const messageAnswerSchema: Schema<MessageAnswer> = v.object({ message: textSchema });

/** Field errors of a 422: the first message of each list is shown under its field. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** What a refused call answers: `{ message, errors?, error?, retry_after? }`. */
export interface ErrorBody {
  readonly message: string;
  readonly errors: FieldErrors;
  /** Seconds, where the call was throttled and the body says so. */
  readonly retry_after: number | null;
}

/** How a person signs in. Social sign-ins also carry `credential`, which alone is trusted. */
export type SignInType = 'manual' | 'google' | 'facebook';

export interface ManualLoginBody {
  /** The e-mail address. */
  readonly username: string;
  readonly password: string;
  readonly remember: boolean;
  readonly type: 'manual';
  /** The solved challenge (an addition of ours). */
  readonly captcha?: string | undefined;
}

export interface SocialLoginBody {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly photo: string;
  readonly type: 'google' | 'facebook';
  /** Google's ID token or Facebook's access token (an addition of ours). */
  readonly credential?: string | undefined;
  /** What the browser kept to itself, and whose SHA-256 (base64url) is the ID token's nonce (an addition of ours). */
  readonly nonce?: string | undefined;
  /** Where the provider shares no address: the one that the person gives; a code is mailed to it (an addition of ours). */
  readonly address?: string | undefined;
  /** The code that was mailed to `address` (an addition of ours). */
  readonly otp?: string | undefined;
  /** Of the account that has the address, once, where the provider does not vouch for it (an addition of ours). */
  readonly password?: string | undefined;
  readonly remember?: boolean | undefined;
  readonly captcha?: string | undefined;
}

export type LoginBody = ManualLoginBody | SocialLoginBody;

const captchaInput = v.optional(inputText(10_000));

export const loginBodySchema: Schema<LoginBody> = v.variant('type', [
  v.object({
    type: v.literal('manual'),
    username: emailInputSchema,
    password: v.pipe(v.nullish(v.string(), ''), v.nonEmpty('Please enter your password.'), inputText(1_024)),
    remember: v.optional(booleanSchema, false),
    captcha: captchaInput,
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
  }),
]) as Schema<LoginBody>;

/**
 * The header by which a page says that its session is in a cookie: with any text at sign-in, from then on with
 * the marker that was answered in the place of the access token. The marker has no power without the cookie.
 */
export const sessionHeader = 'Openbell-Session';

export interface LoginAnswer {
  /** The access token: base64url, so that it fits a WebSocket subprotocol. */
  readonly access: string;
  readonly user: User;
  readonly message: string;
}

export const loginAnswerSchema: Schema<LoginAnswer> = v.object({
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
  /** Optional: empty when there is none, else as `REFERRAL_CODE` has it. */
  readonly referralCode: string;
  /** Must be true. */
  readonly agree: boolean;
  readonly captcha?: string | undefined;
}

/** What a referral code is made of; there is none with markup or blanks in it. */
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
export const passwordInputSchema: Schema<string> = v.pipe(
  v.nullish(v.string('Must be text.'), ''),
  v.nonEmpty('Please choose a password.'),
  v.minGraphemes(8, 'Must be at least 8 characters.'),
  inputText(128),
);

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
      (body) => body.password === body.password_confirmation,
      'The passwords do not match.',
    ),
    ['password_confirmation'],
  ),
);

/** The account is made, with whatever code: one that is not known is no error, so that none can be guessed. */
export interface RegisterAnswer extends MessageAnswer {
  /** Whether the referral code is known (an addition of ours); false when the backend does not say. */
  readonly referral_applied: boolean;
}

export const registerAnswerSchema: Schema<RegisterAnswer> = v.object({
  message: textSchema,
  referral_applied: flagSchema,
});

export interface ProfileAnswer {
  readonly user: User;
  readonly subscriptions: readonly Subscription[];
}

export const profileAnswerSchema: Schema<ProfileAnswer> = v.object({
  user: userSchema,
  subscriptions: v.fallback(
    v.nullish(lenientList(subscriptionSchema), () => []),
    () => [],
  ),
});

/** Multipart; a field that is missing stays unchanged. */
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

export interface UpdateProfileAnswer {
  readonly message: string;
  readonly user: User;
}

export const updateProfileAnswerSchema: Schema<UpdateProfileAnswer> = v.object({
  message: textSchema,
  user: userSchema,
});

export interface EmailBody {
  readonly email: string;
}

export const emailBodySchema: Schema<EmailBody> = v.object({ email: emailInputSchema });

/** The answer of send-otp and resend-otp; `retry_after` in seconds is an addition of ours. */
export interface OtpSentAnswer {
  readonly message: string;
  readonly retry_after: number | null;
}

export const otpSentAnswerSchema: Schema<OtpSentAnswer> = v.object({
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

/** The answer of verify-otp. */
export interface OtpVerifiedAnswer extends MessageAnswer {
  /** Stands for the verified code at the reset (an addition of ours); null where the backend gives none. */
  readonly reset_token: string | null;
}

const resetTokenAnswer = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_024));

export const otpVerifiedAnswerSchema: Schema<OtpVerifiedAnswer> = v.object({
  message: textSchema,
  reset_token: v.fallback(v.nullish(resetTokenAnswer, null), null),
});

/** `otp` or `reset_token`: what proves that the code was verified. Where both are sent, the token counts. */
export interface ResetPasswordBody {
  readonly email: string;
  /** Six digits, kept as text: leading zeros count. */
  readonly otp?: string | undefined;
  /** From the answer of verify-otp (an addition of ours). */
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
      (body) => body.password === body.confirm_password,
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
  /** A field that nobody sees: whoever fills it is a script, and is answered as if it had been heard. */
  readonly website?: string | undefined;
  /** The solved challenge (an addition of ours). */
  readonly captcha?: string | undefined;
}

export const contactBodySchema: Schema<ContactBody> = v.object({
  name: requiredText(100, 'Please enter your name.'),
  email: emailInputSchema,
  message: requiredText(5_000, 'Please enter your question.'),
  website: v.optional(inputText(10_000)),
  captcha: captchaInput,
});

/** One place where the person is signed in (an addition of ours). */
export interface DeviceSession {
  readonly id: number;
  /** The `User-Agent` of the sign-in, or empty. */
  readonly user_agent: string;
  readonly created_at: IsoInstant;
  /** To the minute. */
  readonly last_used_at: IsoInstant;
  /** Whether it is the one that asks. */
  readonly current: boolean;
}

export const sessionsAnswerSchema: Schema<readonly DeviceSession[]> = lenientList(
  v.object({
    id: idSchema,
    user_agent: textSchema,
    created_at: instantSchema,
    last_used_at: instantSchema,
    current: flagSchema,
  }),
);

export interface NotificationTokenBody {
  readonly token: string;
}

export const notificationTokenBodySchema: Schema<NotificationTokenBody> = v.object({
  token: requiredText(4_096, 'The token is missing.'),
});

/** A new password for somebody who knows the present one (an addition of ours). */
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
      (body) => body.password === body.confirm_password,
      'The passwords do not match.',
    ),
    ['confirm_password'],
  ),
);

export interface DeleteAccountBody {
  readonly password?: string | undefined;
  /** A fresh credential of a social account that is the member's. */
  readonly credential?: string | undefined;
  /** What belongs to the credential, as at the sign-in. */
  readonly nonce?: string | undefined;
}

export const deleteAccountBodySchema: Schema<DeleteAccountBody> = v.object({
  password: v.optional(inputText(1_024)),
  credential: v.optional(inputText(10_000)),
  nonce: v.optional(inputText(128)),
});
