// Sample data of the stories. The clock is stopped at November 21, 2026, 15:00 UTC.
import type { Alert, Chat, Course, Message, NewsItem, Trade } from '@openbell/core/contract';
import { long, rtl } from './story.ts';

export const NOW: number = Date.UTC(2026, 10, 21, 15, 0, 0);

/** A picture that needs no network. */
export const picture: string = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#28327f"/><path d="M320 60v240" stroke="#e0b160" stroke-width="8"/><rect x="280" y="120" width="80" height="120" fill="#e0b160"/></svg>',
)}`;

const user = {
  id: 1,
  first_name: 'Nora Lindqvist',
  email: 'nora@openbell.test',
  phone: '+13035550142',
  about: 'Scalps index options in the first hour. Learns to sit still in the second.',
  dp: null,
  push_notification: true,
  email_notification: false,
  expired_at: null as string | null,
  active_subscription: null as object | null,
};

const subscription = {
  id: 3,
  status: 'active',
  provider: 'stripe',
  provider_subscription_id: 'sub_1QGallery0001',
  period: 1,
  current_period_start: '2026-11-01T12:00:00Z',
  current_period_end: '2026-12-01T12:00:00Z',
  next_charge_at: '2026-12-01T12:00:00Z',
  next_amount: 50,
  subscription_histories: [
    {
      id: 1,
      billed_at: '2026-11-01T12:00:00Z',
      amount: 50,
      data: { data: { object: { invoice_pdf: 'https://pay.stripe.com/invoice.pdf' } } },
    },
    {
      id: 2,
      billed_at: '2026-10-01T12:00:00Z',
      amount: 50,
      data: { data: { object: { invoice_pdf: null } } },
    },
  ],
};

/** A profile with a subscription. */
const withSubscription = (parts: object, expired_at: string) => ({
  user: { ...user, expired_at, active_subscription: { ...subscription, ...parts } },
  subscriptions: [{ ...subscription, ...parts }],
});

const card = (expires_at: string) => ({ type: 'card', brand: 'visa', last4: '4242', expires_at });

/** Profiles by the state of their membership. */
export const people = {
  member: { user, subscriptions: [] },
  subscriber: withSubscription({}, '2026-12-02T12:00:00Z'),
  trial: withSubscription(
    { status: 'trialing', trial_ends_at: '2026-11-27T12:00:00Z', next_charge_at: '2026-11-27T12:00:00Z' },
    '2026-11-28T12:00:00Z',
  ),
  withCard: withSubscription({ payment_method: card('2035-01-01T00:00:00Z') }, '2026-12-21T12:00:00Z'),
  cardExpiring: withSubscription({ payment_method: card('2026-12-01T00:00:00Z') }, '2026-12-21T12:00:00Z'),
  withWallet: withSubscription(
    { provider: 'paypal', payment_method: { type: 'wallet', brand: 'paypal' } },
    '2026-12-21T12:00:00Z',
  ),
  late: withSubscription(
    { status: 'past_due', next_charge_at: '2026-11-23T12:00:00Z' },
    '2026-11-24T12:00:00Z',
  ),
  cancelled: withSubscription({ status: 'canceled' }, '2026-11-29T12:00:00Z'),
  lapsed: withSubscription({ status: 'canceled' }, '2026-10-14T12:00:00Z'),
} as const;

export const programs = [
  { id: 1, name: 'Openbell Mentorship', monthly_price: 50, yearly_price: 450, trial_days: 7 },
];

export const subscriptionInfo = {
  program: 'Openbell Mentorship',
  period: 1,
  provider: 'paypal',
  status: 'Trialing',
  expired_at: '2026-12-01T12:00:00Z',
};

export const news: readonly NewsItem[] = [1, 2, 3, 4].map((id) => ({
  id,
  headline: id === 2 ? long : `Index futures hold the range, part ${id}`,
  summary: id === 3 ? rtl : 'Volume was thin until the close; the tape showed no hurry on either side.',
  image: id === 1 ? picture : null,
  url: `https://news.example/${id}`,
  datetime: NOW / 1000 - id * 3600,
}));

export const course: Course = {
  id: 4,
  name: 'Reading the opening range',
  description: 'What the first minutes tell, and what they do not.',
  image: picture,
  video: null,
  captions: null,
  details:
    '<h2>Before the bell</h2><p>Mark the <strong>high</strong> and the <em>low</em> of the first five minutes.</p><ul><li>Wait for a close outside.</li><li>Then wait again.</li></ul><blockquote>A range is a question.</blockquote>',
  documents: [
    { name: 'Opening range worksheet', file: '/a.pdf' },
    { name: long, file: '/b.pdf' },
  ],
};

export const alerts: readonly Alert[] = [
  {
    id: 3,
    message: 'SPY 612C 21 Nov: entry 1.15, stop loss 0.80, target 1.90.',
    created_at: '2026-11-21T14:31:00Z',
  },
  { id: 2, message: `${long}.\nIt has a second line, too.`, created_at: '2026-11-20T20:45:00Z' },
  { id: 1, message: rtl, created_at: '2026-11-18T14:31:00Z' },
];

const grace = { id: 2, first_name: 'Grace', dp: null };
const nora = { id: 1, first_name: 'Nora Lindqvist', dp: null };

export function message(id: number, parts: Partial<Message> = {}): Message {
  return {
    id,
    chat_id: 7,
    message: 'The range held. I am flat until the second hour.',
    message_type: 'TXT',
    media: [],
    sender: grace,
    created_at: new Date(NOW - 7_200_000 + id * 60_000).toISOString(),
    reply_to: null,
    forwarded: false,
    reactions: [],
    deleted_list: [],
    delete_from_everyone: false,
    is_mute: false,
    is_block: false,
    delivered_to_all: false,
    seen_by_all: false,
    read_by: [],
    read_count: null,
    delivered_count: null,
    client_id: null,
    ...parts,
  };
}

const file = (name: string, size = 48_213) => ({ file: picture, name, size, width: 640, height: 360 });

/** A message of each kind and state. */
export const messages: readonly Message[] = [
  message(1, { message: 'Nora joined the chat', message_type: 'ACT' }),
  message(2),
  message(3, { sender: nora, message: 'Mine, sent', client_id: 'a' }),
  message(4, { sender: nora, message: 'Mine, delivered to all', delivered_to_all: true }),
  message(5, { sender: nora, message: 'Mine, seen by all', delivered_to_all: true, seen_by_all: true }),
  message(6, {
    message: 'An answer, with reactions and a link: https://openbell.test/terms',
    reply_to: {
      id: 2,
      message: 'The range held.',
      message_type: 'TXT',
      media: [],
      sender: grace,
      delete_from_everyone: false,
      is_block: false,
    },
    reactions: [
      { emoji: '👍', user: nora },
      { emoji: '😂', user: grace },
    ],
  }),
  message(7, { message: `${long}. ${long}.` }),
  message(8, { message: rtl }),
  message(9, { message: '', message_type: 'IMG', media: [file('range.png')] }),
  message(10, {
    message: '',
    message_type: 'IMGS',
    media: [file('1.png'), file('2.png'), file('3.png'), file('4.png')],
  }),
  message(11, {
    message: '',
    message_type: 'PDF',
    media: [file('Opening range worksheet, second edition.pdf')],
  }),
  message(12, { message: '', message_type: 'HOLO', media: [] }),
  message(13, { delete_from_everyone: true, message: '' }),
  message(14, { sender: nora, delete_from_everyone: true, message: '' }),
  message(15, { is_block: true }),
  message(16, { is_mute: true, message: 'From somebody who is muted' }),
];

export const chat: Chat = {
  id: 7,
  name: 'Scalpers',
  image: null,
  mute: false,
  unread_count: 2,
  first_message_id: -1,
  last_msg: { message: 'The range held.', message_type: 'TXT', created_at: new Date(NOW).toISOString() },
  messages,
  users_count: null,
  users: [
    { user_id: 1, user: nora },
    { user_id: 2, user: grace },
  ],
};

export const trades: readonly Trade[] = Array.from({ length: 24 }, (_, index) => ({
  time: new Date(NOW - index * 31_000).toISOString(),
  option: `O:${['SPY', 'AAPL', 'NVDA'][index % 3]}261219${index % 2 ? 'C' : 'P'}00${150 + index}000`,
  qty: (24 - index) * 10,
  price: 1.25 + index / 4,
  exchange: index % 2 ? 'Cboe' : 'NYSE Arca',
  market: '1.20x1.30',
  delta: index % 5 === 0 ? null : 0.4,
  iv: 0.27,
  underlying: 149.5,
  condition: index % 3 === 0 ? 'Late' : 'Automatic Execution',
  type: [1, 3, 2][index % 3] ?? 1,
  contract_type: index % 2 ? 1 : 2,
}));

export const details = {
  name: 'Apple Inc.',
  ticker: 'AAPL',
  market: 'stocks',
  primary_exchange: 'XNAS',
  market_cap: 3_120_000_000_000,
  description: 'Designs telephones, computers and the services that go with them.',
  phone_number: '(408) 996-1010',
  address: { address1: 'One Apple Park Way', city: 'Cupertino', postal_code: '95014', state: 'CA' },
  homepage_url: 'https://www.apple.com',
  branding: { logo_url: null },
};

export const candles = Array.from({ length: 40 }, (_, index) => {
  const open = 150 + Math.sin(index / 4) * 8;
  const close = 150 + Math.sin((index + 1) / 4) * 8;
  return {
    time: NOW / 1000 - (40 - index) * 86_400,
    open,
    close,
    high: Math.max(open, close) + 1.5,
    low: Math.min(open, close) - 1.5,
    volume: 1000 + index,
  };
});
