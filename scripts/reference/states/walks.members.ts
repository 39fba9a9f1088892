// The walks of chat, the sockets, content and market data.
import type { Openbell } from '@openbell/core';
import { createFactors, type Factors } from '@openbell/core/factors';
import { demoPassword } from '@openbell/testing';
import type { Course, Step, Walk, World } from './walk.types.ts';
import { backOnline, offline } from './walks.accounts.ts';

const subscriber = 'subscriber@openbell.test';

/** The walks of a loader: load, fail, load again. */
const loading = (load: (openbell: Openbell) => unknown, as: NonNullable<Walk['as']>): readonly Walk[] => {
  const step: Step = ['load()', ({ openbell }) => load(openbell)];
  return [
    {
      as,
      steps: [
        step,
        step,
        offline,
        step,
        backOnline,
        step,
        ['destroy()', ({ openbell }) => openbell.destroy()],
      ],
    },
    { as, steps: [offline, step, ['destroy()', ({ openbell }) => openbell.destroy()]] },
  ];
};
const allFactors = new WeakMap<Openbell, Factors>();
/** The factors of an instance, which does not create them itself. */
const factorsOf = (openbell: Openbell): Factors => {
  const factors = allFactors.get(openbell) ?? createFactors(openbell);
  allFactors.set(openbell, factors);
  return factors;
};
const thread = ({ openbell }: World) => openbell.groupChat.thread(1);
/** Starts only the session, so that no feature opens a socket. */
const sessionOnly: readonly Step[] = [
  ['the session starts', ({ openbell }) => openbell.session.start()],
  [
    'the user signs in',
    ({ openbell }) =>
      openbell.session.signIn({ type: 'manual', email: subscriber, password: demoPassword, remember: true }),
  ],
];
const signOut: Step = ['the user signs out', ({ openbell }) => openbell.session.signOut()];
const open: Step = ['open()', (world) => thread(world).open()];
const record: Step = ['start()', ({ openbell }) => openbell.groupChat.thread(1).recorder.start()];
const plan: Step = ['the plan ends', ({ server }) => server.faults.expireNow(subscriber)];
const pass = (seconds: number): Step => ['time passes', ({ time }) => time.advance(seconds * 1_000)];
const startSocket: Step = ['start()', ({ openbell }) => openbell.realtime.start()];
const retrySocket: Step = ['retry()', ({ openbell }) => openbell.realtime.retry()];
const startFeed: Step = ['start()', ({ openbell }) => openbell.optionsFeed.start()];
const retryFeed: Step = ['retry()', ({ openbell }) => openbell.optionsFeed.retry()];
const evicted = JSON.stringify([
  { ev: 'status', status: 'max_connections', message: 'Maximum number of connections exceeded.' },
]);

/** The functions that `start()` returned. */
const stops = new WeakMap<World, () => void>();
const started = (start: (world: World) => () => void): Step => [
  'start()',
  (world) => void stops.set(world, start(world)),
];
const settleStop: Step = ['the last caller stops it', ({ time }) => time.advance(0)];
const stop: Step = ['the last caller stops it', (world) => stops.get(world)?.()];

export const memberWalks: Readonly<Record<string, Course>> = {
  'chat.$state': {
    store: (world) => thread(world).$state,
    walks: [
      {
        as: 'subscriber',
        steps: [open, offline, ['reload()', (world) => thread(world).reload()]],
      },
      {
        as: 'subscriber',
        steps: [offline, open, backOnline, ['reload()', (world) => thread(world).reload()]],
      },
      {
        as: 'subscriber',
        steps: [
          ['no such chat', ({ respondNext }) => respondNext('/web/chat/1', 404, { message: 'Not found.' })],
          open,
        ],
      },
    ],
  },
  'chat.recorder.$state': {
    store: (world) => thread(world).recorder.$state,
    walks: [
      {
        as: 'subscriber',
        steps: [
          record,
          pass(2),
          ['stop()', (world) => thread(world).recorder.stop()],
          record,
          ['cancel()', (world) => thread(world).recorder.cancel()],
          [
            'the microphone is refused',
            (world) => {
              world.hasMicrophone = false;
            },
          ],
          record,
        ],
      },
      { as: 'subscriber', steps: [record, pass(301)] },
    ],
  },
  'realtime.$state': {
    store: ({ openbell }) => openbell.realtime.$state,
    walks: [
      {
        as: 'subscriber',
        steps: [
          started(({ openbell }) => openbell.realtime.start()),
          ['the socket closes', ({ close }) => close(1006)],
          pass(60),
          offline,
          pass(3_600),
          retrySocket,
          pass(3_600),
          backOnline,
          retrySocket,
          plan,
          retrySocket,
        ],
      },
      {
        steps: [
          ...sessionOnly,
          started(({ openbell }) => openbell.realtime.start()),
          stop,
          settleStop,
          startSocket,
          signOut,
        ],
      },
      {
        as: 'subscriber',
        steps: [
          startSocket,
          ['the browser is offline', ({ page }) => page.play('offline')],
          ['the socket closes', ({ close }) => close(1006)],
          ['the browser is online', ({ page }) => page.play('online')],
          ['the server ends the session', ({ server }) => server.faults.revokeToken(subscriber)],
        ],
      },
    ],
  },
  'time-sales.$state': {
    store: ({ openbell }) => openbell.timeSales.$state,
    walks: loading(({ timeSales }) => timeSales.load(''), 'subscriber'),
  },
  'options-feed.$state': {
    store: ({ openbell }) => openbell.optionsFeed.$state,
    walks: [
      {
        as: 'subscriber',
        steps: [
          started(({ openbell }) => openbell.optionsFeed.start()),
          ['the socket closes', ({ close }) => close(1006)],
          pass(60),
          [
            'a newer connection replaces it',
            ({ frame, close }) => {
              frame(evicted);
              close(1008);
            },
          ],
          pass(60),
          ['a newer connection replaces it', ({ close }) => close(1008)],
          retryFeed,
          plan,
          retryFeed,
          stop,
        ],
      },
      {
        steps: [
          ...sessionOnly,
          started(({ openbell }) => openbell.optionsFeed.start()),
          stop,
          settleStop,
          startFeed,
          signOut,
        ],
      },
      { as: 'subscriber', steps: [offline, startFeed, pass(60), backOnline, pass(60)] },
    ],
  },
  'ticker-search.$state': {
    store: ({ openbell }) => openbell.tickerSearch.$state,
    walks: [
      {
        as: 'subscriber',
        steps: [
          ['type()', ({ openbell }) => openbell.tickerSearch.type('AA')],
          pass(3),
          ['type()', ({ openbell }) => openbell.tickerSearch.type('AAP')],
          ['search()', ({ openbell }) => openbell.tickerSearch.search()],
          offline,
          ['search()', ({ openbell }) => openbell.tickerSearch.search()],
          ['type()', ({ openbell }) => openbell.tickerSearch.type('M')],
          ["type('')", ({ openbell }) => openbell.tickerSearch.type('')],
        ],
      },
    ],
  },
  'ticker-details.$state': {
    store: ({ openbell }) => openbell.tickerDetails.$state,
    walks: loading(({ tickerDetails }) => tickerDetails.load('AAPL'), 'subscriber'),
  },
  'chart.$state': {
    store: ({ openbell }) => openbell.priceChart.$state,
    walks: loading(({ priceChart }) => priceChart.load('AAPL'), 'subscriber'),
  },
  'devices.$state': {
    store: ({ openbell }) => openbell.devices.$state,
    walks: [
      ...loading(({ devices }) => devices.load(), 'member'),
      {
        as: 'member',
        steps: [
          ['no such call', ({ respondNext }) => respondNext('/web/sessions', 404, { message: 'Not found.' })],
          ['load()', ({ openbell }) => openbell.devices.load()],
        ],
      },
    ],
  },
  'factors.$state': {
    store: ({ openbell }) => factorsOf(openbell).$state,
    walks: [
      ...loading((openbell) => factorsOf(openbell).load(), 'member'),
      {
        as: 'member',
        steps: [
          ['no such call', ({ respondNext }) => respondNext('/web/factors', 404, { message: 'Not found.' })],
          ['load()', ({ openbell }) => factorsOf(openbell).load()],
        ],
      },
    ],
  },
  'news.$state': {
    store: ({ openbell }) => openbell.news.$state,
    walks: loading(({ news }) => news.load(), 'member'),
  },
  'courses.$list': {
    store: ({ openbell }) => openbell.courses.$list,
    walks: loading(({ courses }) => courses.loadList(), 'member'),
  },
  'courses.$course': {
    store: ({ openbell }) => openbell.courses.$course,
    walks: [
      ...loading(({ courses }) => courses.openCourse(1), 'member'),
      { as: 'member', steps: [['openCourse()', ({ openbell }) => openbell.courses.openCourse(99)]] },
    ],
  },
  'alerts.$state': {
    store: ({ openbell }) => openbell.alerts.$state,
    walks: [
      ...loading(({ alerts }) => alerts.load(), 'subscriber'),
      {
        as: 'subscriber',
        steps: [
          ['load()', ({ openbell }) => openbell.alerts.load()],
          ['loadMore()', ({ openbell }) => openbell.alerts.loadMore()],
          offline,
          ['loadMore()', ({ openbell }) => openbell.alerts.loadMore()],
          backOnline,
          ['loadMore()', ({ openbell }) => openbell.alerts.loadMore()],
        ],
      },
    ],
  },
};
