// A minimal backend: the canonical calls without our additions (client_id, idempotency, captcha, credential,
// retry_after, trial, sockets).
// Its alternate form wraps bodies and errors in `data`, writes dates without a zone, ids and prices as text, and
// flags as 1 and 0.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveLocally } from './serve-locally.ts';

export interface PlainBackendOptions {
  /** Whether responses have the alternate form. */
  readonly wrapped?: boolean;
}

export interface PlainBackend {
  readonly url: string;
  /** The calls so far, as `METHOD /path`. */
  readonly calls: readonly string[];
  /** The newest code that was mailed to the address. */
  codeFor(email: string): string;
  /** Signs in the only user, who has a plan; returns the access token. */
  subscribe(): string;
  /** Ends every session: later calls return 401. */
  endSessions(): void;
  close(): Promise<void>;
}

interface TestUser {
  readonly id: number;
  first_name: string;
  readonly email: string;
  phone: string;
  about: string;
  password: string;
  push: boolean;
  mail: boolean;
  subscription: { status: string; readonly term: number } | null;
  /** Number of status requests since the subscription was created. */
  polls: number;
}

interface Call {
  readonly user: TestUser;
  readonly token: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly id: number;
}

type Reply = readonly [status: number, body: unknown];

const PLAN_ENDS = '2099-12-21 15:00:00';
const message = (text: string): { message: string } => ({ message: text });
const refuse = (errors: Record<string, string[]>): Reply => [
  422,
  { message: 'Please check the form.', errors },
];

export async function startPlainBackend({
  wrapped = false,
}: PlainBackendOptions = {}): Promise<PlainBackend> {
  const people: TestUser[] = [];
  const sessions = new Map<string, TestUser>();
  const codes = new Map<string, string>();
  const messages: object[] = [];
  const calls: string[] = [];

  const byEmail = (email = ''): TestUser | undefined => people.find((user) => user.email === email);

  function register(fields: Call['fields']): TestUser {
    const { first_name = '', email = '', phone = '', password = '' } = fields;
    const user = { id: people.length + 1, first_name, email, phone, password, about: '' };
    people.push({ ...user, push: false, mail: false, subscription: null, polls: 0 });
    return people.at(-1) as TestUser;
  }
  register({ first_name: 'Mentor', email: 'mentor@plain.test', password: 'Opening-bell-9' });
  post(people[0] as TestUser, 'Good morning.');

  function post(sender: TestUser, text: string): object {
    const entry = {
      id: String(messages.length + 1),
      chat_id: '1',
      message: text,
      message_type: 'TXT',
      sender: { id: String(sender.id), first_name: sender.first_name },
      created_at: `2026-11-21 15:00:${String(messages.length).padStart(2, '0')}`,
    };
    messages.push(entry);
    return entry;
  }

  const userOf = (user: TestUser): object => ({
    id: String(user.id),
    first_name: user.first_name,
    email: user.email,
    phone: user.phone,
    about: user.about,
    push_notification: user.push ? 1 : 0,
    email_notification: user.mail ? '1' : '0',
    ...(user.subscription === null ? {} : { expired_at: PLAN_ENDS }),
  });

  const subscriptionOf = ({ id, subscription }: TestUser): object => ({
    id: String(id),
    status: subscription?.status,
    provider: 'stripe',
    provider_subscription_id: `sub_${id}`,
    period: String(subscription?.term),
    current_period_start: '2026-11-21 15:00:00',
    current_period_end: PLAN_ENDS,
    subscription_histories: [{ id: '1', billed_at: '2026-11-21 15:00:00', amount: '50.00' }],
  });

  const chatOf = (list: readonly object[]): object => ({
    id: '1',
    name: 'The floor',
    first_message_id: list.length === 0 ? null : -1,
    messages: list,
    users: people.map((user) => ({ user_id: String(user.id), user: userOf(user) })),
  });

  function sendCode({ fields }: Call): Reply {
    codes.set(fields.email ?? '', String(100_000 + codes.size * 7).slice(0, 6));
    return [200, message('If the address is known, a code is on its way.')];
  }

  /** Public calls. */
  const open: Readonly<Record<string, (call: Call) => Reply>> = {
    'POST /web/register'({ fields }) {
      if (byEmail(fields.email) !== undefined)
        return refuse({ email: ['Already in use.', 'Choose another.'] });
      register(fields);
      return [201, message('Welcome.')];
    },
    'POST /web/login'({ fields }) {
      const user = byEmail(fields.username);
      if (user === undefined || user.password !== fields.password) return [422, message('Wrong password.')];
      const access = crypto.randomUUID();
      sessions.set(access, user);
      return [200, { access, user: userOf(user), message: '' }];
    },
    'POST /web/send-otp': sendCode,
    'POST /web/resend-otp': sendCode,
    'POST /web/verify-otp': ({ fields }) =>
      codes.get(fields.email ?? '') === fields.otp ? [200, message('Right.')] : [422, message('Wrong code.')],
    'POST /web/reset-password'({ fields }) {
      const user = byEmail(fields.email);
      if (user === undefined || codes.get(user.email) !== fields.otp) return [422, message('Wrong code.')];
      user.password = fields.password ?? '';
      codes.delete(user.email);
      return [200, message('Your password is new.')];
    },
    // Replaces the card provider's script in a page.
    'POST /dev/cards/confirm': () => [200, { payment_method_id: 'pm_1' }],
    'POST /web/submit-contact-form': () => [200, message('Thank you.')],
    'GET /web/program': () => [
      200,
      { id: '1', name: 'Mentorship', monthly_price: '50.00', yearly_price: '450.00' },
    ],
  };

  /** Calls that require a session. */
  const members: Readonly<Record<string, (call: Call) => Reply>> = {
    'GET /web/profile': ({ user }) => [
      200,
      {
        user: userOf(user),
        subscriptions: user.subscription === null ? [] : [subscriptionOf(user)],
      },
    ],
    'POST /web/update-profile'({ user, fields }) {
      if (fields.first_name === '') return refuse({ first_name: ['Please enter your name.'] });
      user.first_name = fields.first_name ?? user.first_name;
      user.phone = fields.phone ?? user.phone;
      user.about = fields.about ?? user.about;
      user.push = fields.push_notification === '1';
      user.mail = fields.email_notification === '1';
      return [200, { message: 'Saved.', user: userOf(user) }];
    },
    'POST /web/logout'({ token }) {
      sessions.delete(token);
      return [200, message('Bye.')];
    },
    'POST /web/create-payment-intent': ({ fields }) =>
      fields.gateway === 'paypal'
        ? [200, { approveLink: 'https://www.paypal.com/checkout' }]
        : [200, { setupIntentClientSecret: 'seti_1_secret_1' }],
    'POST /web/create-subscription'({ user, fields }) {
      user.subscription = { status: 'active', term: Number(fields.term) };
      user.polls = 0;
      return [200, message('Made.')];
    },
    'GET /web/user-expiration'({ user }) {
      user.polls += 1;
      return [200, { active: user.subscription !== null && user.polls > 2 ? 1 : 0 }];
    },
    'GET /web/subscription-info/{id}'({ user, id }) {
      if (user.subscription === null || user.id !== id) return [404, message('Not found.')];
      const { status, term } = user.subscription;
      const about = { program: 'Mentorship', period: String(term), provider: 'stripe', status };
      return [200, { error: 0, message: '', subscription: { ...about, expired_at: PLAN_ENDS } }];
    },
    'POST /web/cancel-subscription/{id}'({ user, id }) {
      if (user.subscription === null || user.id !== id) return [404, message('Not found.')];
      user.subscription.status = 'cancelled';
      return [200, message('Canceled.')];
    },
    'POST /web/cancel-subscription-request': () => [200, message('Please confirm.')],
    'POST /web/store-notification-token': () => [200, message('Kept.')],
    'GET /web/chats': ({ query }) => [200, { data: query.get('chat_type') === 'GR' ? [chatOf([])] : [] }],
    'GET /web/chat/{id}'({ query }) {
      const after = Number(query.get('min_id') ?? 0);
      return [200, { data: chatOf(messages.slice(Math.max(0, after))) }];
    },
    'GET /web/chat/{id}/more': () => [200, { data: chatOf([]) }],
    'POST /web/chat/{id}': ({ user, fields }) => [201, post(user, fields.message ?? '')],
  };

  async function handle(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? '/', 'http://plain');
    const path = url.pathname.replace(/^\/api/, '');
    const name = `${request.method} ${path.replace(/\/\d+(?=\/|$)/, '/{id}')}`;
    calls.push(`${request.method} ${path}`);
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    const call = {
      user: people[0] as TestUser,
      token,
      fields: await readFields(request),
      query: url.searchParams,
      id: Number(/\d+/.exec(path)?.[0]),
    };
    const [anybody, member] = [open[name], members[name]];
    if (anybody !== undefined) return anybody(call);
    if (member === undefined) return [404, message('Not found.')];
    const user = sessions.get(token);
    return user === undefined ? [401, message('Please sign in.')] : member({ ...call, user });
  }

  const server = await serveLocally((request, response) => {
    void handle(request).then(([status, body]) => reply(response, status, wrapped ? alternate(body) : body));
  });

  return {
    ...server,
    calls,
    codeFor: (email) => codes.get(email) ?? '',
    subscribe() {
      const [user] = people as [TestUser];
      user.subscription = { status: 'active', term: 1 };
      const access = crypto.randomUUID();
      sessions.set(access, user);
      return access;
    },
    endSessions: () => sessions.clear(),
  };
}

/** Unwraps `{ data }`, and wraps everything else in `{ data }`. */
function alternate(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'data' in body ? body.data : { data: body };
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** The fields of a JSON or multipart body, as text. */
async function readFields(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0) return {};
  const type = request.headers['content-type'] ?? '';
  const entries = type.startsWith('multipart/form-data')
    ? [...(await new Response(bytes, { headers: { 'Content-Type': type } }).formData())]
    : Object.entries(JSON.parse(bytes.toString()));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
