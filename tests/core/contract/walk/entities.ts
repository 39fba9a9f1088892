// Every entity of the contract with a complete sample, the call that returns it, and what a page shows without a field.
import type { endpoints } from '@openbell/core/contract';

const at = '2026-11-21T15:00:00.000Z';

/** A field's value when the server sends none; `Local` is an id that the client makes. */
export const Local = Symbol('a local id');

export interface WalkedField {
  /** What the entity has when the field is missing or unreadable; `dropped` without it nothing can be shown. */
  readonly absent: unknown;
  /** What a page shows. */
  readonly shown: string;
}

export interface WalkedEntity {
  readonly name: string;
  /** The pages that show it. */
  readonly where: string;
  readonly call: keyof typeof endpoints;
  readonly sample: Readonly<Record<string, unknown>>;
  /** The body of the response with these entities. */
  readonly body: (entities: readonly unknown[]) => unknown;
  /** Whether the body has a list of them, not one. */
  readonly isList: boolean;
  /** Their path in the body, for dropped entries. */
  readonly path: string;
  /** The entities in the parsed response. */
  readonly pick: (data: never) => readonly unknown[];
  readonly fields: Readonly<Record<string, WalkedField>>;
}

export const dropped = Symbol('dropped');

const blank: WalkedField = { absent: '', shown: 'nothing' };
const none: WalkedField = { absent: null, shown: 'nothing' };
const noTime: WalkedField = { absent: null, shown: 'no time' };
const notAvailable: WalkedField = { absent: null, shown: 'N/A' };
const notAvailableText: WalkedField = { absent: '', shown: 'N/A' };
const off: WalkedField = { absent: false, shown: 'off' };
const emptyList: WalkedField = { absent: [], shown: 'an empty list' };
const drawn: WalkedField = { absent: null, shown: 'a drawn picture' };
const initials: WalkedField = { absent: null, shown: 'initials' };
const unknownPerson: WalkedField = {
  absent: { id: -1, first_name: '', dp: null },
  shown: '“Unknown member”; no mute, no block',
};
const asText: WalkedField = { absent: 'TXT', shown: 'text, or a document if there are files' };
const dead: WalkedField = { absent: dropped, shown: 'dropped' };
const localId = (shown: string): WalkedField => ({ absent: Local, shown });

const person = { id: 5, first_name: 'Grace', dp: '/g.webp' };
const media = { file: '/m/a.pdf', name: 'a.pdf', size: 10, width: 4, height: 3 };
const quote = {
  id: 4,
  message: 'before',
  message_type: 'TXT',
  media: [],
  sender: person,
  delete_from_everyone: false,
  is_block: false,
};
const reaction = { emoji: '👍', user: { id: 5, first_name: 'Grace' } };
const message = {
  id: 9,
  chat_id: 2,
  message: 'SPY 580C',
  message_type: 'IMG',
  media: [media],
  sender: person,
  created_at: at,
  reply_to: quote,
  forwarded: true,
  reactions: [reaction],
  deleted_list: [7],
  delete_from_everyone: true,
  is_mute: true,
  is_block: true,
  delivered_to_all: true,
  seen_by_all: true,
  read_by: [5],
  read_count: 1,
  delivered_count: 2,
  client_id: 'c-1',
};
const member = { user_id: 5, user: person };
const lastMessage = { id: 9, message: 'hi', created_at: at, message_type: 'TXT' };
const chat = {
  id: 2,
  name: 'Ideas',
  image: '/c.webp',
  mute: true,
  unread_count: 3,
  first_message_id: 9,
  last_msg: lastMessage,
  messages: [message],
  users: [member],
  users_count: 60,
};
export const payment = {
  id: 3,
  billed_at: at,
  amount: 49.5,
  data: { data: { object: { invoice_pdf: '/i.pdf' } } },
};
export const subscription = {
  id: 6,
  status: 'active',
  provider: 'stripe',
  provider_subscription_id: 'sub_1',
  period: 2,
  current_period_start: at,
  current_period_end: at,
  subscription_histories: [payment],
  trial_ends_at: at,
  next_charge_at: at,
  next_amount: 50,
  cancel_at_period_end: true,
  payment_method: { type: 'card', brand: 'visa', last4: '4242', expires_at: at },
};
export const user = {
  id: 1,
  first_name: 'Nora',
  email: 'nora@openbell.test',
  phone: '+13035550142',
  about: 'Scalps.',
  dp: '/n.webp',
  push_notification: true,
  email_notification: true,
  expired_at: at,
  active_subscription: subscription,
};
const course = {
  id: 4,
  name: 'The opening range',
  description: 'The first minutes.',
  image: '/range.svg',
  video: '/range.webm',
  captions: '/range.vtt',
  details: '<p>Wait.</p>',
  documents: [{ name: 'Worksheet', file: '/sheet.pdf' }],
};

const inChat = (part: object) => ({ data: { ...chat, ...part } });
const ofChat = (data: never) => (data as { data: typeof chat }).data;
const inMessage = (part: object) => inChat({ messages: [{ ...message, ...part }] });
const ofMessage = (data: never) => ofChat(data).messages[0] as typeof message;

export const walked: readonly WalkedEntity[] = [
  {
    name: 'Alert',
    where: 'alert list',
    call: 'alerts',
    sample: { id: 7, message: 'SPY 580C', created_at: at },
    body: (data) => ({ data, last_page: 1 }),
    isList: true,
    path: 'data',
    pick: (data) => (data as { data: unknown[] }).data,
    fields: { id: localId('the alert, once'), message: { ...blank, shown: 'its time' }, created_at: noTime },
  },
  {
    name: 'Alert of a code',
    where: 'alert page',
    call: 'alert',
    sample: { id: 7, message: 'SPY 580C', created_at: at },
    body: ([alert]) => ({ alert }),
    isList: false,
    path: 'alert',
    pick: (data) => ('alert' in (data as object) ? [(data as { alert: unknown }).alert] : []),
    fields: { id: localId('the alert'), message: { ...blank, shown: 'its time' }, created_at: noTime },
  },
  {
    name: 'News item',
    where: 'dashboard',
    call: 'newsList',
    sample: {
      id: 9,
      headline: 'Held',
      summary: 'Thin.',
      image: '/n.svg',
      url: 'https://n.test/',
      datetime: 1e9,
    },
    body: (list) => list,
    isList: true,
    path: '',
    pick: (data) => data,
    fields: {
      id: localId('the story'),
      headline: { ...blank, shown: '“Untitled story”' },
      summary: blank,
      image: drawn,
      url: { ...blank, shown: 'the headline without a link' },
      datetime: { ...noTime, shown: 'no time; sorted last' },
    },
  },
  {
    name: 'Course',
    where: 'course grid; course page',
    call: 'courses',
    sample: course,
    body: (list) => list,
    isList: true,
    path: '',
    pick: (data) => data,
    fields: {
      id: localId('the card without a link'),
      name: { ...blank, shown: '“Untitled course”' },
      description: blank,
      image: drawn,
      video: none,
      captions: { ...none, shown: 'the video without captions' },
      details: { ...blank, shown: '“No content available”' },
      documents: emptyList,
    },
  },
  {
    name: 'Course document',
    where: 'course page',
    call: 'course',
    sample: { name: 'Worksheet', file: '/sheet.pdf' },
    body: (documents) => ({ ...course, documents }),
    isList: true,
    path: 'documents',
    pick: (data) => (data as typeof course).documents,
    fields: {
      name: { ...blank, shown: 'the name of the file' },
      file: { ...blank, shown: 'the name without Download' },
    },
  },
  {
    name: 'Chat',
    where: 'chat list; chat',
    call: 'chats',
    sample: chat,
    body: (data) => ({ data }),
    isList: true,
    path: 'data',
    pick: (data) => (data as { data: unknown[] }).data,
    fields: {
      id: localId('the chat without a link'),
      name: { ...blank, shown: '“Unnamed chat”' },
      image: initials,
      mute: off,
      unread_count: { absent: 0, shown: 'no count' },
      first_message_id: { absent: null, shown: 'the page, and older ones on demand' },
      last_msg: none,
      messages: emptyList,
      users: emptyList,
      users_count: none,
    },
  },
  {
    name: 'Chat: last message',
    where: 'chat list',
    call: 'chats',
    sample: lastMessage,
    body: ([last_msg]) => ({ data: [{ ...chat, last_msg }] }),
    isList: false,
    path: 'data.0.last_msg',
    pick: (data) => [((data as { data: (typeof chat)[] }).data[0] as typeof chat).last_msg],
    fields: {
      id: { absent: undefined, shown: 'the order of chats by time' },
      message: { ...blank, shown: 'the kind of message' },
      created_at: noTime,
      message_type: asText,
    },
  },
  {
    name: 'Chat: member',
    where: 'chat details; mentions',
    call: 'chat',
    sample: member,
    body: (users) => inChat({ users }),
    isList: true,
    path: 'data.users',
    pick: (data) => ofChat(data).users,
    fields: {
      user_id: { absent: -1, shown: 'the name, not in the mentions' },
      user: { ...unknownPerson, shown: '“Unknown member”' },
    },
  },
  {
    name: 'Chat: person',
    where: 'chat details; sender; mentions',
    call: 'chat',
    sample: person,
    body: ([sender]) => inMessage({ sender }),
    isList: false,
    path: 'data.messages.0.sender',
    pick: (data) => [ofMessage(data).sender],
    fields: {
      id: { absent: -1, shown: 'the name; no mute, no block' },
      first_name: { ...blank, shown: '“Unknown member”' },
      dp: initials,
    },
  },
  {
    name: 'Message',
    where: 'chat',
    call: 'chat',
    sample: message,
    body: (messages) => inChat({ messages }),
    isList: true,
    path: 'data.messages',
    pick: (data) => ofChat(data).messages,
    fields: {
      id: localId('the message after the one before it; only Copy'),
      chat_id: { absent: -1, shown: 'the message in the chat that was read' },
      message: { ...blank, shown: 'the files, or that it is not supported' },
      message_type: asText,
      media: emptyList,
      sender: unknownPerson,
      created_at: { ...noTime, shown: 'no time, no day divider' },
      reply_to: { ...none, shown: 'the message without a quote' },
      forwarded: off,
      reactions: emptyList,
      deleted_list: emptyList,
      delete_from_everyone: off,
      is_mute: off,
      is_block: off,
      delivered_to_all: { ...off, shown: 'one tick' },
      seen_by_all: { ...off, shown: 'not seen' },
      read_by: emptyList,
      read_count: none,
      delivered_count: none,
      client_id: none,
    },
  },
  {
    name: 'Message: file',
    where: 'chat',
    call: 'chat',
    sample: media,
    body: (files) => inMessage({ media: files }),
    isList: true,
    path: 'data.messages.0.media',
    pick: (data) => ofMessage(data).media,
    fields: {
      file: { ...blank, shown: 'the name without Download' },
      name: { ...blank, shown: 'the kind of file' },
      size: none,
      width: { ...none, shown: 'a default ratio until it loads' },
      height: { ...none, shown: 'a default ratio until it loads' },
    },
  },
  {
    name: 'Message: reaction',
    where: 'chat',
    call: 'chat',
    sample: reaction,
    body: (reactions) => inMessage({ reactions }),
    isList: true,
    path: 'data.messages.0.reactions',
    pick: (data) => ofMessage(data).reactions,
    fields: {
      emoji: dead,
      user: { absent: { id: -1, first_name: '' }, shown: 'the emoji, by “Unknown member”' },
    },
  },
  {
    name: 'Message: quote',
    where: 'chat',
    call: 'chat',
    sample: { ...quote, media: [media], delete_from_everyone: true, is_block: true },
    body: ([reply_to]) => inMessage({ reply_to }),
    isList: false,
    path: 'data.messages.0.reply_to',
    pick: (data) => [ofMessage(data).reply_to],
    fields: {
      id: { absent: -1, shown: 'the quote, without a jump' },
      message: { ...blank, shown: 'the kind of message' },
      message_type: asText,
      media: emptyList,
      sender: { ...unknownPerson, shown: '“Unknown member”' },
      delete_from_everyone: off,
      is_block: off,
    },
  },
  {
    name: 'Program',
    where: 'pricing card',
    call: 'programs',
    sample: { id: 1, name: 'Mentorship', monthly_price: 50, yearly_price: 450, trial_days: 5 },
    body: (list) => list,
    isList: true,
    path: '',
    pick: (data) => data,
    fields: {
      id: localId('the name; it cannot be bought'),
      name: { ...blank, shown: '“Unnamed plan”' },
      monthly_price: { ...none, shown: 'not available by the month' },
      yearly_price: { ...none, shown: 'not available by the year' },
      trial_days: { ...none, shown: '7 days' },
    },
  },
  {
    name: 'Subscription',
    where: 'profile',
    call: 'profile',
    sample: subscription,
    body: (subscriptions) => ({ user, subscriptions }),
    isList: true,
    path: 'subscriptions',
    pick: (data) => (data as { subscriptions: unknown[] }).subscriptions,
    fields: {
      id: localId('the row; it cannot be canceled'),
      status: blank,
      provider: notAvailableText,
      provider_subscription_id: { ...notAvailableText, shown: 'the id, or N/A' },
      period: notAvailable,
      current_period_start: notAvailable,
      current_period_end: notAvailable,
      subscription_histories: { ...emptyList, shown: 'no payments' },
      trial_ends_at: none,
      next_charge_at: { ...none, shown: 'the end of the period' },
      next_amount: none,
      cancel_at_period_end: { ...off, shown: 'it renews' },
      payment_method: { ...none, shown: 'no payment method; it cannot be updated' },
    },
  },
  {
    name: 'Subscription: payment',
    where: 'payment history',
    call: 'profile',
    sample: payment,
    body: (subscription_histories) => ({
      user,
      subscriptions: [{ ...subscription, subscription_histories }],
    }),
    isList: true,
    path: 'subscriptions.0.subscription_histories',
    pick: (data) =>
      (data as { subscriptions: (typeof subscription)[] }).subscriptions[0]?.subscription_histories ?? [],
    fields: {
      id: localId('the row'),
      billed_at: notAvailable,
      amount: notAvailable,
      data: { absent: { data: { object: { invoice_pdf: null } } }, shown: 'N/A' },
    },
  },
  {
    name: 'Subscription info',
    where: 'unsubscribe',
    call: 'subscriptionInfo',
    sample: { program: 'Mentorship', period: 2, provider: 'paypal', status: 'Trialing', expired_at: at },
    body: ([info]) => ({ error: false, message: '', subscription: info }),
    isList: false,
    path: 'subscription',
    pick: (data) => [(data as { subscription: unknown }).subscription],
    fields: {
      program: notAvailableText,
      period: notAvailable,
      provider: notAvailableText,
      status: blank,
      expired_at: notAvailable,
    },
  },
  {
    name: 'User',
    where: 'profile',
    call: 'profile',
    sample: user,
    body: ([one]) => ({ user: one, subscriptions: [] }),
    isList: false,
    path: 'user',
    pick: (data) => [(data as { user: unknown }).user],
    fields: {
      id: { absent: dropped, shown: 'the page’s error: two members’ data must not mix' },
      first_name: { ...blank, shown: '“User”' },
      email: notAvailableText,
      phone: notAvailableText,
      about: { ...blank, shown: 'the hint to write something' },
      dp: initials,
      push_notification: off,
      email_notification: off,
      expired_at: { ...none, shown: 'no plan' },
      active_subscription: { ...none, shown: 'the first active subscription' },
    },
  },
  {
    name: 'Device',
    where: 'profile',
    call: 'sessions',
    sample: { id: 8, user_agent: 'curl/8.5', created_at: at, last_used_at: at, current: true },
    body: (list) => list,
    isList: true,
    path: '',
    pick: (data) => data,
    fields: {
      id: localId('the device without Sign out'),
      user_agent: { ...blank, shown: '“Unknown device”' },
      created_at: noTime,
      last_used_at: noTime,
      current: { ...off, shown: 'another device' },
    },
  },
  {
    name: 'Ticker option',
    where: 'ticker search',
    call: 'tickers',
    sample: { label: 'Apple (AAPL)', value: 'AAPL' },
    body: (data) => ({ data }),
    isList: true,
    path: 'data',
    pick: (data) => (data as { data: unknown[] }).data,
    fields: {
      label: { absent: 'AAPL', shown: 'its value' },
      value: { absent: dropped, shown: 'dropped: it exists to be chosen' },
    },
  },
  {
    name: 'Ticker details',
    where: 'market data',
    call: 'tickerDetails',
    sample: {
      name: 'Apple',
      ticker: 'AAPL',
      market: 'stocks',
      primary_exchange: 'XNAS',
      market_cap: 3e12,
      description: 'Phones.',
      phone_number: '1',
      address: { address1: '1', city: 'C', postal_code: '9', state: 'CA' },
      homepage_url: 'https://apple.test/',
      branding: { logo_url: '/a.svg' },
    },
    body: ([results]) => ({ results }),
    isList: false,
    path: 'results',
    pick: (data) => [(data as { results: unknown }).results],
    fields: {
      name: blank,
      ticker: { ...blank, shown: 'the ticker that was searched' },
      market: blank,
      primary_exchange: blank,
      market_cap: none,
      description: blank,
      phone_number: blank,
      address: { absent: { address1: '', city: '', postal_code: '', state: '' }, shown: 'nothing' },
      homepage_url: blank,
      branding: { absent: { logo_url: null }, shown: 'initials' },
    },
  },
  {
    name: 'Candle',
    where: 'price graph',
    call: 'candles',
    sample: { time: 1, open: 1, high: 2, low: 1, close: 2, volume: 9 },
    body: (data) => ({ data }),
    isList: true,
    path: 'data',
    pick: (data) => (data as { data: unknown[] }).data,
    fields: {
      time: dead,
      open: dead,
      high: dead,
      low: dead,
      close: dead,
      volume: { absent: 0, shown: 'no bar' },
    },
  },
];
