// Initial data of a memory server: the demo accounts of the reference server, their plans and chats.
import type { Course, NewsItem, Program } from '@openbell/core/contract';
import { settlePayments, startPlan } from './billing.ts';
import { storeMessage } from './chat-post.ts';
import { addPerson, createWorld, type Person, type StoredChat, type World } from './world.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The password of every demo account. */
export const demoPassword = 'Opening-bell-9';

/** The addresses of the demo accounts: three subscribers, one member without a plan, one whose plan has ended. */
export const demoEmails = {
  mentor: 'mentor@openbell.test',
  subscriber: 'subscriber@openbell.test',
  member: 'member@openbell.test',
  lapsed: 'lapsed@openbell.test',
  other: 'other@openbell.test',
} as const;

/** The code of the public alert page. */
export const demoAlertCode = 'demo-4f1c2a9e7b6d4c0f8e3a5b1d9c7e2f60';

const programs: readonly Program[] = [
  { id: 1, name: 'Trade ideas', monthly_price: 50, yearly_price: 450, trial_days: 7 },
  { id: 2, name: 'Mentorship', monthly_price: 199, yearly_price: 1_999, trial_days: 7 },
];

const courses: readonly Course[] = [
  {
    id: 1,
    name: 'Reading the opening range',
    description: 'What the first fifteen minutes tell, and what they do not.',
    image: null,
    video: null,
    captions: null,
    details: '<p>The opening range is a <strong>measure</strong>, not a forecast.</p>',
    documents: [{ name: 'Worksheet', file: 'https://example.com/worksheet.pdf' }],
  },
  {
    id: 2,
    name: 'Size comes after the stop',
    description: 'How much to trade when the loss is decided first.',
    image: null,
    video: null,
    captions: null,
    details: '<p>Write down the stop, then the size.</p>',
    documents: [],
  },
];

const headlines = [
  'Futures little changed before the open',
  'Chip makers lead in early trading',
  'Volatility settles after a busy week',
  'Bond yields ease, and growth shares follow',
] as const;

const ideas = [
  'SPY: Call 1 strike out. Entry 2.15, stop loss 1.60, target 3.20.',
  'AAPL: Call 2 weeks out. Entry 4.40, stop loss 3.50, target 6.20.',
  'NVDA: No trade. The range of the first fifteen minutes is wide.',
  'TSLA: Closed at target. Nothing to chase.',
] as const;

const talk = [
  'Good morning. Nothing before 9:45.',
  'Watching the range on SPY.',
  'Stop first, size after.',
  'NVDA is at yesterday’s high.',
  'Let it close outside, a touch is not enough.',
  'Half size for me today.',
] as const;

/** Returns the entry at `index`; the list repeats. */
const nth = (list: readonly string[], index: number): string => list[index % list.length] ?? '';

function newsOf(now: number): readonly NewsItem[] {
  return headlines.map((headline, index) => ({
    id: index + 1,
    headline,
    summary: 'Made up for tests and examples.',
    image: null,
    url: 'https://example.com/news',
    datetime: Math.floor(now / 1000) - index * 3_600,
  }));
}

interface NewChat {
  readonly type: 'GR' | 'PR';
  readonly name: string;
  readonly people: readonly Person[];
}

function addChat(world: World, { type, name, people }: NewChat): StoredChat {
  const members = people.map(({ id }) => [id, { muted: false, readUpto: 0, deliveredUpto: 0 }] as const);
  const chat = { id: world.next('chat'), type, name, members: new Map(members), messages: [] };
  world.chats.push(chat);
  return chat;
}

interface Conversation {
  /** They speak in turns, in this order. */
  readonly speakers: readonly Person[];
  readonly lines: number;
}

/** Adds messages that end two minutes ago and are read by all members. */
function addConversation(world: World, chat: StoredChat, { speakers, lines }: Conversation): void {
  const now = world.clock.now();
  for (let line = 0; line < lines; line += 1) {
    const earlier = { ...world, clock: { now: () => now - (lines - line + 1) * MINUTE } };
    const sender = speakers[line % speakers.length];
    if (sender !== undefined) storeMessage(earlier, { chat, sender, text: nth(talk, line) });
  }
  const newest = chat.messages.at(-1)?.id ?? 0;
  for (const marks of chat.members.values()) {
    marks.readUpto = newest;
    marks.deliveredUpto = newest;
  }
}

export type WorldOptions = Pick<World, 'clock' | 'origin' | 'captcha' | 'gatewayMs'>;

export function createDemoWorld(options: WorldOptions): World {
  const now = options.clock.now();
  const alerts = Array.from({ length: 23 }, (_, index) => ({
    id: 23 - index,
    message: nth(ideas, index),
    created_at: new Date(now - (index * 6 * 60 + 14) * MINUTE).toISOString(),
  }));
  const world = createWorld({ ...options, programs, courses, news: newsOf(now), alerts });
  const [newest] = alerts;
  if (newest !== undefined) world.alertCodes.set(demoAlertCode, newest);

  const add = (first_name: string, email: string): Person =>
    addPerson(world, { first_name, email, phone: '+13035550101', password: demoPassword });
  const mentor = add('Maya', demoEmails.mentor);
  const subscriber = add('Sam', demoEmails.subscriber);
  add('Morgan', demoEmails.member);
  const lapsed = add('Lee', demoEmails.lapsed);
  const other = add('Olivia', demoEmails.other);

  const [ideasPlan, mentorship] = programs as readonly [Program, Program];
  const card = { term: 1, provider: 'stripe' } as const;
  startPlan(world, mentor, { ...card, term: 2, program: mentorship, startsAt: now - 75 * DAY });
  startPlan(world, lapsed, { ...card, program: ideasPlan, startsAt: now - 75 * DAY }).status = 'canceled';
  lapsed.expiredAt = now - 45 * DAY;
  for (const person of [subscriber, other])
    startPlan(world, person, { ...card, program: ideasPlan, startsAt: now - 10 * DAY });
  settlePayments(world);

  const people = [mentor, subscriber];
  const group = addChat(world, { type: 'GR', name: 'The opening bell', people });
  addConversation(world, group, { speakers: people, lines: 60 });
  const personal = addChat(world, { type: 'PR', name: '', people });
  addConversation(world, personal, { speakers: [subscriber, mentor], lines: 4 });
  const otherGroup = addChat(world, { type: 'GR', name: 'After the close', people: [other, lapsed] });
  addConversation(world, otherGroup, { speakers: [other], lines: 3 });
  return world;
}
