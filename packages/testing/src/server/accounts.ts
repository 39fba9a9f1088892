// Handlers of sign-in, sign-up, the profile, devices and account deletion.
import type { DataExport, LoginBody, User } from '@openbell/core/contract';
import { plansOf, subscriptionOf } from './billing.ts';
import { fieldError, type Handlers, HttpError, notFound } from './calls.ts';
import { checkCode, hasAuthenticator } from './factors.ts';
import { checkPasskey, passkeysOf } from './passkeys.ts';
import { requireProof } from './proof.ts';
import {
  addPerson,
  fileUrl,
  normalizeEmail,
  type Person,
  personByEmail,
  type StoredDevice,
  storeFile,
  type World,
} from './world.ts';

/** Limit of failed sign-ins per account and time window. */
const failures = { limit: 5, windowMs: 15 * 60_000 };

function userOf(world: World, person: Person): User {
  const [newest] = plansOf(world, person);
  return {
    id: person.id,
    first_name: person.first_name,
    email: person.email,
    phone: person.phone,
    about: person.about,
    dp: person.dp,
    push_notification: person.push_notification,
    email_notification: person.email_notification,
    expired_at: person.expiredAt === null ? null : new Date(person.expiredAt).toISOString(),
    active_subscription: newest === undefined ? null : subscriptionOf(newest),
  };
}

/** Ends every session of a person. */
export function endSessions(world: World, person: Person): void {
  for (const [token, owner] of world.sessions) if (owner === person) world.sessions.delete(token);
}

/** The person's active devices, each with its session token. */
function devicesOf(world: World, person: Person): readonly (readonly [string, StoredDevice])[] {
  return [...world.devices].filter(([token]) => world.sessions.get(token) === person);
}

function requireCaptcha(world: World, solution: string | undefined): void {
  if (world.captcha && (solution ?? '') === '') throw fieldError('captcha', 'Please verify reCAPTCHA.');
}

function signInByPassword(
  world: World,
  { username, password }: Extract<LoginBody, { type: 'manual' }>,
): Person {
  const now = world.clock.now();
  const account = normalizeEmail(username);
  const recent = (world.failedSignIns.get(account) ?? []).filter((at) => at > now - failures.windowMs);
  const [oldest] = recent;
  if (recent.length >= failures.limit && oldest !== undefined) {
    throw new HttpError(429, 'Too many failed sign-ins. Please try again later.', {
      retryAfter: Math.ceil((oldest + failures.windowMs - now) / 1000),
    });
  }
  const person = personByEmail(world, username);
  if (person === null || person.password !== password) {
    world.failedSignIns.set(account, [...recent, now]);
    throw new HttpError(422, 'The e-mail address or the password is wrong.');
  }
  world.failedSignIns.delete(account);
  return person;
}

const dayMs = 86_400_000;
/** Milliseconds until an export is ready, and until it expires. */
const exportMs = 5_000;
const exportLifetimeMs = 7 * dayMs;

/** The export of a person's data. It mails nothing. */
function exportOf(world: World, person: Person, now: number): DataExport {
  const requestedAt = world.exportRequests.get(person.id);
  if (requestedAt === undefined || now >= requestedAt + exportLifetimeMs)
    return { status: 'none', requested_at: null, expires_at: null };
  const isReady = now >= requestedAt + exportMs;
  return {
    status: isReady ? 'ready' : 'preparing',
    requested_at: new Date(requestedAt).toISOString(),
    expires_at: isReady ? new Date(requestedAt + exportLifetimeMs).toISOString() : null,
  };
}

/** Prefix of the credentials that `createMemoryProvider` issues: `memory:<email>|<name>`. */
export const credentialPrefix = 'memory:';

/** Identifies the account by its credential alone; the posted address and name are not trusted. */
function signInByCredential(world: World, credential: string | undefined): Person {
  const [email = '', name = ''] = (credential ?? '').slice(credentialPrefix.length).split('|');
  if (credential?.startsWith(credentialPrefix) !== true || email === '')
    throw new HttpError(422, 'This sign-in could not be verified.');
  const known = personByEmail(world, email);
  return known ?? addPerson(world, { email, first_name: name, phone: '', password: '' });
}

/** Returns the person of a sign-in, after the second step. A passkey needs none. */
function identify(world: World, body: LoginBody): Person {
  if (body.type === 'passkey') return checkPasskey(world, null, body.passkey);
  const person =
    body.type === 'manual' ? signInByPassword(world, body) : signInByCredential(world, body.credential);
  if (hasAuthenticator(world, person)) checkCode(world, person, body.code);
  return person;
}

export const accountHandlers: Handlers<
  | 'login'
  | 'register'
  | 'profile'
  | 'updateProfile'
  | 'logout'
  | 'changePassword'
  | 'deleteAccount'
  | 'sessions'
  | 'endSession'
  | 'endOtherSessions'
  | 'dataExport'
  | 'requestDataExport'
  | 'submitContactForm'
  | 'storeNotificationToken'
> = {
  login({ world, now, headers, body }) {
    if (body.type === 'manual' && body.code === undefined) requireCaptcha(world, body.captcha);
    const person = identify(world, body);
    const token = `memory-token-${world.next('token')}`;
    world.sessions.set(token, person);
    world.provedAt.set(token, now);
    world.devices.set(token, {
      id: world.next('session'),
      // In memory no browser adds the User-Agent header.
      userAgent: headers.get('User-Agent') ?? globalThis.navigator?.userAgent ?? '',
      createdAt: now,
      lastUsedAt: now,
    });
    return { body: { access: token, user: userOf(world, person), message: 'You are signed in.' } };
  },

  register({ world, body }) {
    requireCaptcha(world, body.captcha);
    if (!/^\+?[\d\s().-]{7,20}$/.test(body.phone))
      throw fieldError('phone', 'Please enter a valid phone number.');
    if (personByEmail(world, body.email) !== null)
      throw fieldError('email', 'This e-mail address is already in use.');
    addPerson(world, body);
    return { status: 201, body: { message: 'Your account has been created.', referral_applied: false } };
  },

  profile: ({ world, person }) => ({
    body: { user: userOf(world, person), subscriptions: plansOf(world, person).map(subscriptionOf) },
  }),

  updateProfile({ world, person, body, files }) {
    const [picture] = files;
    if (picture !== undefined && picture.size > 0) {
      if (!picture.type.startsWith('image/') || picture.type.includes('svg'))
        throw new HttpError(415, 'Please choose an image.', {
          errors: { profile_image: ['Please choose an image.'] },
        });
      person.dp = fileUrl(world, storeFile(world, picture));
    }
    person.first_name = body.first_name ?? person.first_name;
    person.phone = body.phone ?? person.phone;
    person.about = body.about?.replace(/\r\n?/g, '\n') ?? person.about;
    person.push_notification = body.push_notification ?? person.push_notification;
    person.email_notification = body.email_notification ?? person.email_notification;
    return { body: { message: 'Your profile has been saved.', user: userOf(world, person) } };
  },

  logout({ world, token }) {
    world.sessions.delete(token);
    return { body: { message: 'You are signed out.' } };
  },

  changePassword({ world, now, person, token, body }) {
    if (hasAuthenticator(world, person)) requireProof(world, token, now);
    if (person.password === '' || body.current_password !== person.password)
      throw fieldError('current_password', 'The password is wrong.');
    person.password = body.password;
    for (const [key, owner] of world.sessions)
      if (owner === person && key !== token) world.sessions.delete(key);
    return { body: { message: 'Your password has been changed.' } };
  },

  deleteAccount({ world, now, person, token, body }) {
    if (hasAuthenticator(world, person)) requireProof(world, token, now);
    const isSocial = (body.credential ?? '').startsWith(`${credentialPrefix}${person.email}|`);
    if (!isSocial && (person.password === '' || body.password !== person.password))
      throw fieldError('password', 'The password is wrong.');
    endSessions(world, person);
    for (const { credentialId } of passkeysOf(world, person)) world.passkeys.delete(credentialId);
    world.people.delete(person.id);
    return { body: { message: 'Your account has been deleted.' } };
  },

  sessions({ world, person, token }) {
    const own = devicesOf(world, person).map(([key, { id, userAgent, createdAt, lastUsedAt }]) => ({
      id,
      user_agent: userAgent,
      created_at: new Date(createdAt).toISOString(),
      last_used_at: new Date(lastUsedAt).toISOString(),
      current: key === token,
    }));
    return { body: own };
  },

  endSession({ world, person, params }) {
    const found = devicesOf(world, person).find(([, { id }]) => String(id) === params.id);
    if (found === undefined) throw notFound();
    world.sessions.delete(found[0]);
    return { body: { message: 'The device is signed out.' } };
  },

  endOtherSessions({ world, person, token }) {
    for (const [key, owner] of world.sessions)
      if (owner === person && key !== token) world.sessions.delete(key);
    return { body: { message: 'All other devices are signed out.' } };
  },

  dataExport: ({ world, person, now }) => ({ body: exportOf(world, person, now) }),

  requestDataExport({ world, person, now }) {
    const before = world.exportRequests.get(person.id);
    if (before !== undefined && now < before + dayMs) {
      throw new HttpError(429, 'You can request your data once a day. Please try again later.', {
        retryAfter: Math.ceil((before + dayMs - now) / 1000),
      });
    }
    world.exportRequests.set(person.id, now);
    return { status: 202, body: exportOf(world, person, now) };
  },

  submitContactForm({ world, body }) {
    const accepted = { body: { message: 'Form submitted successfully' } };
    if (body.website) return accepted;
    requireCaptcha(world, body.captcha);
    world.questions.push(body);
    return accepted;
  },

  storeNotificationToken({ world, person, body }) {
    world.pushTokens.set(body.token, person.id);
    return { body: { message: 'The token has been stored.' } };
  },
};
