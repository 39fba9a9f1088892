// Every call of the published client against the reference server, over real HTTP.
import { createApiClient } from '@openbell/core/api-client';
import { type Chat, type EndpointName, endpoints, type Message } from '@openbell/core/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRoutes } from '../../examples/server/src/areas.ts';
import { codeOf } from '../server/factors/support.ts';
import { tinyImages } from '../server/files/tiny-images.ts';
import { openApiDocument } from '../support/openapi-document.ts';
import { createSoftPasskey } from '../support/soft-authenticator.ts';
import { sharedServer } from '../support/test-server.ts';

const PASSWORD = 'Opening-bell-9';
const met = new Set<EndpointName>();
const openApi = openApiDocument('/api', { complete: true, closed: true });
/** The differences of responses, errors included, from docs/contract/openapi.json. */
const undocumented: string[] = [];

let visitor: ReturnType<typeof clientOf>;
let member: ReturnType<typeof clientOf>;
let subscriber: ReturnType<typeof clientOf>;

function clientOf(token: string | null) {
  const complaints: unknown[] = [];
  const unauthorized: string[] = [];
  const api = createApiClient({
    baseUrl: `${server.url}/api`,
    getToken: () => (token === null ? null : { token, epoch: 1 }),
    onUnauthorized: (used) => unauthorized.push(used.token),
    onError: (complaint) => complaints.push(complaint),
    fetch: async (input, init) => {
      const sent = new Request(input, init);
      const response = await fetch(sent);
      const { pathname } = new URL(sent.url);
      const body: unknown = await response.clone().json();
      undocumented.push(...openApi.problemsOf(sent.method, pathname, response.status, body));
      return response;
    },
  });
  const request: typeof api.request = async (endpoint, input) => {
    const response = await api.request(endpoint, input);
    const name = Object.entries(endpoints).find(([, known]) => (known as unknown) === endpoint)?.[0];
    // A call counts as served if its response has the documented shape and no entry was dropped.
    if (response.ok && complaints.length === 0) met.add(name as EndpointName);
    return response;
  };
  return { request, complaints, unauthorized };
}

/** The data of a response that must be a success. */
function data<T>(
  response: { ok: true; data: T } | { ok: false; kind: string; status: number; message: string },
): T {
  if (!response.ok) throw new Error(`${response.kind} ${response.status}: ${response.message}`);
  return response.data;
}

const server = sharedServer();
beforeAll(async () => {
  visitor = clientOf(null);
  member = clientOf(await server.signIn('member'));
  subscriber = clientOf(await server.signIn('subscriber'));
});

describe('accounts', () => {
  const body = {
    first_name: 'Nora New',
    phone: '+1 303 555 0188',
    email: 'nora@openbell.test',
    password: PASSWORD,
    password_confirmation: PASSWORD,
    referralCode: '',
    agree: true,
  };

  it('register returns 201, and field errors for invalid input', async () => {
    expect(await visitor.request(endpoints.register, { body })).toMatchObject({ ok: true, status: 201 });
    const rejected = await visitor.request(endpoints.register, { body: { ...body, phone: 'call me' } });
    expect(rejected).toMatchObject({ ok: false, kind: 'http', status: 422 });
    if (!rejected.ok) expect(Object.keys(rejected.errors).sort()).toEqual(expect.arrayContaining(['phone']));
  });

  it('login returns the token and the user, and the server’s message for a wrong password', async () => {
    const sent = { type: 'manual', username: body.email, password: PASSWORD, remember: true } as const;
    const login = data(await visitor.request(endpoints.login, { body: sent }));
    expect(login.user).toMatchObject({ first_name: 'Nora New', email: body.email, expired_at: null });
    const rejected = await visitor.request(endpoints.login, { body: { ...sent, password: 'wrong' } });
    expect(rejected).toMatchObject({ ok: false, kind: 'http', status: 422 });
    if (!rejected.ok) expect(rejected.message).not.toBe('');
    expect(visitor.unauthorized).toEqual([]);
  });

  it('resets a password with send-otp, resend-otp, verify-otp and reset-password', async () => {
    const { email } = body;
    const sent = data(await visitor.request(endpoints.sendOtp, { body: { email } }));
    expect(sent.retry_after).toBe(60);
    data(await visitor.request(endpoints.resendOtp, { body: { email } }));
    const mails = JSON.parse((await server.call('GET', `/dev/mail.json?to=${email}`)).text);
    const otp = /^\s*(\d{6})$/m.exec(mails[0].text)?.[1] ?? '';
    data(await visitor.request(endpoints.verifyOtp, { body: { email, otp } }));
    const reset = { email, otp, password: PASSWORD, confirm_password: PASSWORD };
    expect(data(await visitor.request(endpoints.resetPassword, { body: reset })).message).not.toBe('');
    expect(await visitor.request(endpoints.resetPassword, { body: reset })).toMatchObject({ status: 422 });
  });

  it('profile returns the user and the subscriptions', async () => {
    const profile = data(await subscriber.request(endpoints.profile, {}));
    expect(profile.user.email).toBe('subscriber@openbell.test');
    expect(profile.subscriptions.length).toBeGreaterThan(0);
  });

  it('update-profile returns the user with the saved fields and the image URL', async () => {
    const body = {
      first_name: 'Lee',
      about: 'Back soon.',
      push_notification: false,
      email_notification: true,
    };
    const blob = new Blob([Buffer.from(tinyImages.gif, 'base64')]);
    const own = clientOf(await server.signIn('lapsed'));
    const files = [{ field: 'profile_image', blob, name: 'me.gif' }];
    const { user } = data(await own.request(endpoints.updateProfile, { body, files }));
    expect(user).toMatchObject({ ...body, dp: expect.stringMatching(/^\/media\/avatars\//) });
    expect(data(await own.request(endpoints.profile, {})).user).toEqual(user);
  });

  it('store-notification-token accepts a token', async () => {
    data(await member.request(endpoints.storeNotificationToken, { body: { token: 'a-token' } }));
  });

  it('data-export requests the caller’s data and returns the state of the export [data-export.request]', async () => {
    const api = clientOf(await server.signIn('member'));
    expect(data(await api.request(endpoints.dataExport, {})).status).toBe('none');
    const requested = await api.request(endpoints.requestDataExport, {});
    expect(requested).toMatchObject({ ok: true, status: 202, data: { status: 'preparing' } });
    expect(data(await api.request(endpoints.dataExport, {}))).toEqual(data(requested));
  });

  it('sessions, end-session and end-other-sessions list and end the user’s own sessions [devices.list] [devices.end-one] [devices.end-others]', async () => {
    const clients = [];
    for (let device = 0; device < 3; device += 1) clients.push(clientOf(await server.signIn('lapsed')));
    const [here, there, third] = clients as [typeof member, typeof member, typeof member];
    const own = data(await there.request(endpoints.sessions, {})).find(({ current }) => current);
    const listed = data(await here.request(endpoints.sessions, {})).map(({ id }) => id);
    expect(listed).toContain(own?.id);
    data(await here.request(endpoints.endSession, { params: { id: own?.id ?? 0 } }));
    expect(await there.request(endpoints.profile, {})).toMatchObject({ status: 401 });
    expect(await third.request(endpoints.profile, {})).toMatchObject({ status: 200 });
    data(await here.request(endpoints.endOtherSessions, {}));
    expect(await third.request(endpoints.profile, {})).toMatchObject({ status: 401 });
  });

  it('change-password changes the password when the current one is right [password.change]', async () => {
    const token = await server.signIn('lapsed');
    const sent = {
      current_password: 'not it',
      password: 'a long password',
      confirm_password: 'a long password',
    };
    const rejected = await clientOf(token).request(endpoints.changePassword, { body: sent });
    expect(rejected).toMatchObject({ status: 422, errors: { current_password: ['The password is wrong.'] } });
    data(
      await clientOf(token).request(endpoints.changePassword, {
        body: { ...sent, current_password: PASSWORD },
      }),
    );
    const back = {
      current_password: sent.password,
      password: PASSWORD,
      confirm_password: PASSWORD,
    };
    data(await clientOf(token).request(endpoints.changePassword, { body: back }));
  });

  it('factors, new-authenticator and the calls beside them add and remove an app [factors.app]', async () => {
    const token = await server.signIn('lapsed');
    const own = clientOf(token);
    expect(data(await own.request(endpoints.factors, {}))).toEqual({
      authenticator: null,
      recovery_codes: 0,
      proofs: ['password'],
    });
    data(await own.request(endpoints.prove, { body: { password: PASSWORD } }));
    const app = data(await own.request(endpoints.newAuthenticator, {}));
    const code = codeOf(app.secret, server.clock.now());
    expect(await own.request(endpoints.confirmAuthenticator, { body: { code: '000000' } })).toMatchObject({
      status: 422,
      errors: { code: [expect.stringContaining('wrong')] },
    });
    const added = data(await own.request(endpoints.confirmAuthenticator, { body: { code } }));
    expect(added.recovery_codes).toHaveLength(10);
    expect(data(await own.request(endpoints.newRecoveryCodes, {})).recovery_codes).toHaveLength(10);
    expect(data(await own.request(endpoints.factors, {}))).toMatchObject({ proofs: ['code'] });
    data(await own.request(endpoints.removeAuthenticator, {}));
  });

  it('passkeys, new-passkey and the calls beside them add, use and remove a passkey [passkeys.add]', async () => {
    const own = clientOf(await server.signIn('lapsed'));
    const passkey = createSoftPasskey();
    const ceremony = (challenge: string, rpId: string) => ({ challenge, rpId, origin: server.url });
    const creation = data(await own.request(endpoints.newPasskey, {}));
    const attested = passkey.attest(ceremony(creation.challenge, creation.rp.id));
    data(await own.request(endpoints.addPasskey, { body: attested }));
    const [listed] = data(await own.request(endpoints.passkeys, {}));
    expect(listed).toMatchObject({ name: '', last_used_at: null });
    const proof = data(await own.request(endpoints.passkeyProof, {}));
    expect(proof.allowCredentials).toEqual([
      { id: passkey.id, type: 'public-key', transports: ['internal', 'hybrid'] },
    ]);
    const proved = passkey.assert(ceremony(proof.challenge, proof.rpId));
    data(await own.request(endpoints.prove, { body: { passkey: proved } }));
    const request = data(await visitor.request(endpoints.passkeySignIn, {}));
    const used = passkey.assert({
      ...ceremony(request.challenge, request.rpId),
      userHandle: creation.user.id,
    });
    const signedIn = data(
      await visitor.request(endpoints.login, { body: { type: 'passkey', passkey: used } }),
    );
    data(await clientOf(signedIn.access).request(endpoints.profile, {}));
    data(await own.request(endpoints.removePasskey, { params: { id: listed?.id ?? 0 } }));
  });

  it('delete-account ends the account: the next call returns 401', async () => {
    const sent = { type: 'manual', username: body.email, password: PASSWORD, remember: true } as const;
    const { access } = data(await visitor.request(endpoints.login, { body: sent }));
    const own = clientOf(access);
    data(await own.request(endpoints.deleteAccount, { body: { password: PASSWORD } }));
    expect(await own.request(endpoints.profile, {})).toMatchObject({ ok: false, status: 401 });
  });

  it('logout ends the session: the next call returns 401 and reports the token', async () => {
    const token = await server.signIn('lapsed');
    const own = clientOf(token);
    data(await own.request(endpoints.logout, {}));
    expect(await own.request(endpoints.profile, {})).toMatchObject({ ok: false, kind: 'http', status: 401 });
    expect(own.unauthorized).toEqual([token]);
  });

  it('submit-contact-form accepts a message, and returns 422 without a name [contact.served]', async () => {
    const question = { name: 'Ann', email: 'ann@example.com', message: 'When does it open?' };
    data(await visitor.request(endpoints.submitContactForm, { body: question }));
    expect(
      await visitor.request(endpoints.submitContactForm, { body: { ...question, name: '' } }),
    ).toMatchObject({
      status: 422,
    });
  });
});

describe('billing', () => {
  it('leads from the programs to a subscription by card', async () => {
    const [program] = data(await visitor.request(endpoints.programs, {}));
    if (program === undefined) throw new Error('There is no program.');
    expect(program.monthly_price).toBeGreaterThan(0);
    const choice = { gateway: 'stripe', program_id: program.id, term: 1 } as const;
    const intent = data(await member.request(endpoints.createPaymentIntent, { body: choice }));
    expect(intent.approveLink).toBeNull();
    const confirmed = await server.call('POST', '/dev/cards/confirm', {
      body: { client_secret: intent.setupIntentClientSecret, number: '4242424242424242' },
    });
    const created = data(
      await member.request(endpoints.createSubscription, {
        body: { ...choice, payment_method_id: String(confirmed.body.payment_method_id) },
        headers: { 'Idempotency-Key': crypto.randomUUID() },
      }),
    );
    expect(created).toBeTruthy();
    const { active } = data(await subscriber.request(endpoints.userExpiration, {}));
    expect(active).toBe(true);
  });

  it('changes the card of a subscription, also without an open payment', async () => {
    const intent = data(await member.request(endpoints.paymentMethodIntent, {}));
    expect(intent.approveLink).toBeNull();
    const confirmed = await server.call('POST', '/dev/cards/confirm', {
      body: {
        client_secret: intent.setupIntentClientSecret,
        number: '5555555555554444',
        expiry: '01 / 2040',
      },
    });
    const updated = data(
      await member.request(endpoints.updatePaymentMethod, {
        body: { payment_method_id: String(confirmed.body.payment_method_id) },
        headers: { 'Idempotency-Key': crypto.randomUUID() },
      }),
    );
    expect(updated.subscription?.payment_method).toEqual({
      type: 'card',
      brand: 'mastercard',
      last4: '4444',
      expires_at: '2040-02-01T00:00:00.000Z',
    });
  });

  it('returns subscription details and cancels the plan', async () => {
    const { subscriptions } = data(await member.request(endpoints.profile, {}));
    const params = { id: subscriptions[0]?.id ?? 0 };
    const requested = data(await member.request(endpoints.cancelSubscriptionRequest, {}));
    expect(requested.url).toBeNull();
    const info = data(await member.request(endpoints.subscriptionInfo, { params }));
    expect(info).toMatchObject({ error: false, subscription: { program: 'Trade Ideas' } });
    data(await member.request(endpoints.cancelSubscription, { params }));
    const after = data(await member.request(endpoints.subscriptionInfo, { params }));
    expect(after.subscription?.status).toBe('canceled');
    expect(await subscriber.request(endpoints.subscriptionInfo, { params })).toMatchObject({ status: 404 });
  });

  it('returns 409 for a payment intent of a subscriber', async () => {
    const body = { gateway: 'stripe', program_id: 1, term: 1 } as const;
    expect(await subscriber.request(endpoints.createPaymentIntent, { body })).toMatchObject({ status: 409 });
  });
});

describe('content', () => {
  it('news-list returns a bare list', async () => {
    const news = data(await member.request(endpoints.newsList, {}));
    expect(news.length).toBeGreaterThan(0);
  });

  it('courses returns a bare list, and course one of them with file URLs', async () => {
    const [first] = data(await member.request(endpoints.courses, {}));
    if (first === undefined) throw new Error('There is no course.');
    const course = data(await member.request(endpoints.course, { params: { courseId: first.id } }));
    expect(course).toMatchObject({ id: first.id, name: first.name });
    expect(course.documents.length).toBeGreaterThan(0);
    expect((await server.call('GET', course.documents[0]?.file ?? '')).status).toBe(200);
  });

  it('alerts returns pages, and alert one by its code or the server’s message', async () => {
    const page = data(await subscriber.request(endpoints.alerts, { query: { page: 1 } }));
    expect(page.last_page).toBeGreaterThan(1);
    const code = 'demo-4f1c2a9e7b6d4c0f8e3a5b1d9c7e2f60';
    const response = data(await visitor.request(endpoints.alert, { params: { code } }));
    expect(page.data).toContainEqual('alert' in response ? response.alert : response.error);
    expect(await visitor.request(endpoints.alert, { params: { code: 'another' } })).toMatchObject({
      kind: 'http',
      status: 404,
      message: 'Failed to load alert',
    });
  });
});

describe('chat', () => {
  let chat: Chat;
  let posted: Message;

  it('chats lists group and personal chats', async () => {
    const [group] = data(await subscriber.request(endpoints.chats, { query: { chat_type: 'GR' } })).data;
    if (group === undefined) throw new Error('There is no group chat.');
    chat = group;
    expect(data(await subscriber.request(endpoints.chats, { query: { chat_type: 'PR' } })).data).not.toEqual(
      [],
    );
  });

  it('returns a posted message with its client_id, and lists it in the chat', async () => {
    const client_id = crypto.randomUUID();
    posted = data(
      await subscriber.request(endpoints.postMessage, {
        params: { id: chat.id },
        body: { chat_id: chat.id, message: 'The bell rang.', message_type: 'TXT', client_id },
      }),
    );
    expect(posted).toMatchObject({ chat_id: chat.id, message: 'The bell rang.', client_id });
    const read = data(await subscriber.request(endpoints.chat, { params: { id: chat.id }, query: {} }));
    expect(read.data.messages.at(-1)?.id).toBe(posted.id);
    const { users } = read.data;
    const page = { params: { id: chat.id }, query: { page: 1 } };
    expect(data(await subscriber.request(endpoints.chatUsers, page)).data).toEqual(users);
    const readers = { params: { id: chat.id, messageId: posted.id }, query: { page: 1 } };
    expect(data(await subscriber.request(endpoints.messageReaders, readers))).toEqual({
      data: [],
      last_page: 1,
    });
    const oldest = read.data.first_message_id ?? 0;
    data(
      await subscriber.request(endpoints.olderMessages, {
        params: { id: chat.id },
        query: { min_id: oldest },
      }),
    );
  });

  it('mutes and unmutes a chat, and deletes a message for the user', async () => {
    data(await subscriber.request(endpoints.muteChat, { params: { id: chat.id } }));
    data(await subscriber.request(endpoints.unmuteChat, { params: { id: chat.id } }));
    const response = data(
      await subscriber.request(endpoints.messageAction, {
        params: { messageId: posted.id },
        body: { type: 'delete' },
      }),
    );
    expect(response.data.id).toBe(posted.id);
  });

  it('returns 403 with the documented message without a plan', async () => {
    const lapsed = clientOf(await server.signIn('lapsed'));
    expect(await lapsed.request(endpoints.chats, { query: { chat_type: 'GR' } })).toMatchObject({
      kind: 'http',
      status: 403,
      message: 'You are not allowed to access this page. Please contact your administrator.',
    });
    expect(lapsed.unauthorized).toEqual([]);
  });
});

describe('market data', () => {
  it('serves tickers, details, candles and time-sale', async () => {
    const found = data(await subscriber.request(endpoints.tickers, { query: { q: 'AAPL' } }));
    expect(found.data[0]).toEqual({ label: 'AAPL', value: 'AAPL' });
    const params = { ticker: 'AAPL' };
    expect(data(await subscriber.request(endpoints.tickerDetails, { params })).results?.name).toBe(
      'Apple Inc.',
    );
    const candles = data(await subscriber.request(endpoints.candles, { params, query: { interval: '1d' } }));
    expect(candles.data.length).toBeGreaterThan(200);
    const tape = data(await subscriber.request(endpoints.timeSale, { body: { ticker: 'SPY' } }));
    expect(tape.data.length).toBeGreaterThan(1_000);
    expect(tape.biggest_data).toHaveLength(10);
  });

  it('keeps a ticker within its path segment', async () => {
    const params = { ticker: '../../web/profile' };
    expect(await subscriber.request(endpoints.tickerDetails, { params })).toMatchObject({
      kind: 'http',
      status: 404,
    });
    expect(await subscriber.request(endpoints.tickerDetails, { params: { ticker: '..' } })).toMatchObject({
      status: 404,
    });
  });
});

it('covers every call of the server, without dropped entries [calls.served]', () => {
  const served = createRoutes().flatMap((routes) => Object.keys(routes));
  expect([...met].sort()).toEqual(served.sort());
  for (const client of [visitor, member, subscriber]) expect(client.complaints).toEqual([]);
});

it('matches the OpenAPI document in every response, with no missing and no undocumented field [calls.documented]', () => {
  expect(undocumented).toEqual([]);
});
