// Client and server meet over real HTTP: each call that the server answers, sent by the published client.
import { createApiClient } from '@openbell/core/api-client';
import { type Chat, type EndpointName, endpoints, type Message } from '@openbell/core/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRoutes } from '../../examples/server/src/areas.ts';
import { tinyImages } from '../server/chat/tiny-images.ts';
import { openApiDocument } from '../support/openapi-document.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const PASSWORD = 'Opening-bell-9';
const met = new Set<EndpointName>();
const openApi = openApiDocument('/api', { complete: true, closed: true });
/** Where an answer, success or refusal, is not as docs/contract/openapi.json has it. */
const undocumented: string[] = [];

let server: TestServer;
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
      const answer = await fetch(sent);
      const { pathname } = new URL(sent.url);
      const body: unknown = await answer.clone().json();
      undocumented.push(...openApi.problemsOf(sent.method, pathname, answer.status, body));
      return answer;
    },
  });
  const request: typeof api.request = async (endpoint, input) => {
    const answer = await api.request(endpoint, input);
    const name = Object.entries(endpoints).find(([, known]) => (known as unknown) === endpoint)?.[0];
    // Met is what has answered in the promised shape, with no entry left out.
    if (answer.ok && complaints.length === 0) met.add(name as EndpointName);
    return answer;
  };
  return { request, complaints, unauthorized };
}

/** The data of an answer that has to be a success. */
function data<T>(
  answer: { ok: true; data: T } | { ok: false; kind: string; status: number; message: string },
): T {
  if (!answer.ok) throw new Error(`${answer.kind} ${answer.status}: ${answer.message}`);
  return answer.data;
}

beforeAll(async () => {
  server = await startTestServer();
  visitor = clientOf(null);
  member = clientOf(await server.signIn('member'));
  subscriber = clientOf(await server.signIn('subscriber'));
});
afterAll(() => server.close());

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
    const refused = await visitor.request(endpoints.register, { body: { ...body, phone: 'call me' } });
    expect(refused).toMatchObject({ ok: false, kind: 'http', status: 422 });
    if (!refused.ok) expect(Object.keys(refused.errors).sort()).toEqual(expect.arrayContaining(['phone']));
  });

  it('login returns the token and the user, and the server’s message for a wrong password', async () => {
    const sent = { type: 'manual', username: body.email, password: PASSWORD, remember: true } as const;
    const login = data(await visitor.request(endpoints.login, { body: sent }));
    expect(login.user).toMatchObject({ first_name: 'Nora New', email: body.email, expired_at: null });
    const refused = await visitor.request(endpoints.login, { body: { ...sent, password: 'wrong' } });
    expect(refused).toMatchObject({ ok: false, kind: 'http', status: 422 });
    if (!refused.ok) expect(refused.message).not.toBe('');
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
    const refused = await clientOf(token).request(endpoints.changePassword, { body: sent });
    expect(refused).toMatchObject({ status: 422, errors: { current_password: ['The password is wrong.'] } });
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

  it('returns subscription details and cancels the plan', async () => {
    const { subscriptions } = data(await member.request(endpoints.profile, {}));
    const params = { id: subscriptions[0]?.id ?? 0 };
    const asked = data(await member.request(endpoints.cancelSubscriptionRequest, {}));
    expect(asked.url).toBeNull();
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
    const answer = data(await visitor.request(endpoints.alert, { params: { code } }));
    expect(page.data).toContainEqual('alert' in answer ? answer.alert : answer.error);
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
    const answer = data(
      await subscriber.request(endpoints.messageAction, {
        params: { messageId: posted.id },
        body: { type: 'delete' },
      }),
    );
    expect(answer.data.id).toBe(posted.id);
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
    const tape = data(await subscriber.request(endpoints.timeSale, { body: { ticker: '' } }));
    expect(tape.data).toHaveLength(50_000);
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
