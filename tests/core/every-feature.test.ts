// destroy() releases all resources of each feature, and a second instance on the page is not affected.
import { createOpenbell, type Openbell } from '@openbell/core';
import {
  createFakePage,
  createFakeRandom,
  createFakeSockets,
  createFakeTime,
  createMemoryStorage,
  settle,
} from '@openbell/testing';
import { expect, test } from 'vitest';
import { makeUser } from './session/session-support.ts';

const user = makeUser({ id: 1, expired_at: '2099-01-01T00:00:00Z' });
const subscription = {
  id: 7,
  status: 'active',
  provider: 'stripe',
  provider_subscription_id: 'sub_1',
  period: 1,
  current_period_end: '2099-01-01T00:00:00Z',
  subscription_histories: [],
};

/** A page whose server knows who is signed in, and never responds to other requests. */
function createHost() {
  const time = createFakeTime();
  const page = createFakePage();
  const sockets = createFakeSockets();
  const tabs = new Set<unknown>();
  const waiting = new Set<AbortSignal>();
  const storage = createMemoryStorage();
  storage.write('accessToken', 'a-token');
  const openbell = createOpenbell({
    apiUrl: 'https://site.test/api',
    keyPrefix: '',
    push: {
      tokens: {
        isSupported: () => true,
        current: async () => 't',
        get: async () => 't',
        remove: async () => {},
      },
    },
    ports: {
      ...time,
      page,
      random: createFakeRandom(),
      tabs: {
        notify: () => {},
        onChange: (listener) => {
          tabs.add(listener);
          return () => void tabs.delete(listener);
        },
      },
      localStorage: storage,
      sessionStorage: createMemoryStorage(),
      socketFactory: sockets.factory,
      notifications: { permission: () => 'granted', request: async () => 'granted' },
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const { pathname } = new URL(request.url);
        if (pathname === '/api/web/profile') return Response.json({ user, subscriptions: [subscription] });
        waiting.add(request.signal);
        return new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason));
        });
      },
    },
  });
  const goingOn = () => ({
    timers: time.pending(),
    listeners: page.listeners(),
    tabs: tabs.size,
    sockets: sockets.live().length,
    requests: [...waiting].filter((signal) => !signal.aborted).length,
  });
  return {
    openbell,
    goingOn,
    keys: () => storage.keys(),
    states: () => storesOf(openbell).map(([name, store]) => [name, store.get()]),
  };
}

interface Store {
  get(): unknown;
}

/** Every store of every feature, by `feature.$store`. */
function storesOf(openbell: Openbell): readonly (readonly [name: string, store: Store])[] {
  return Object.entries(openbell).flatMap(([name, feature]) =>
    Object.entries(feature)
      .filter(([key]) => key.startsWith('$'))
      .map(([key, store]) => [`${name}.${key}`, store as Store] as const),
  );
}

const nothing = { timers: 0, listeners: 0, tabs: 0, sockets: 0, requests: 0 };

const account = { first_name: 'N', phone: '1', email: 'n@b.test', password: 'Opening-bell-9' };
/** The longest-running action of each feature. Features that only send on request are included. */
const busiest: Readonly<Record<string, (openbell: Openbell) => unknown>> = {
  api: () => {},
  session: ({ session }) => session.start(),
  signIn: ({ signIn }) =>
    signIn.submit({ type: 'manual', email: account.email, password: account.password, remember: true }),
  socialSignIn: ({ socialSignIn }) => socialSignIn.reset(),
  signUp: ({ signUp }) =>
    signUp.submit(
      { ...account, password_confirmation: account.password, referralCode: '', agree: true },
      null,
    ),
  otpReset: ({ otpReset }) => {
    otpReset.start();
    return otpReset.send(account.email);
  },
  captcha: ({ captcha }) => captcha.createChallenge(),
  contact: ({ contact }) => contact.submit({ name: 'N', email: account.email, message: 'hello' }),
  billing: ({ billing }) => {
    billing.start();
    void billing.loadPrograms();
    billing.awaitSubscription();
    return billing.loadSubscriptionInfo(7);
  },
  theme: ({ theme }) => theme.start(),
  alertView: ({ alertView }) => alertView.open('a-code'),
  push: ({ push }) => {
    push.start();
    return push.enable();
  },
  profile: ({ profile }) => profile.refresh(),
  firstSteps: ({ firstSteps }) => firstSteps.markDone('hello'),
  profileEditor: ({ profileEditor }) => {
    profileEditor.change({ about: 'New' });
    return profileEditor.save();
  },
  passwordChange: ({ passwordChange }) =>
    passwordChange.submit({
      current_password: account.password,
      password: 'a long password',
      confirm_password: 'a long password',
    }),
  accountDeletion: ({ accountDeletion }) => accountDeletion.submit({ password: account.password }),
  devices: ({ devices }) => devices.load(),
  memberData: ({ memberData }) => memberData.load(),
  news: ({ news }) => news.load(),
  courses: ({ courses }) => {
    void courses.loadList();
    return courses.openCourse(1);
  },
  alerts: ({ alerts }) => {
    alerts.start();
    return alerts.load();
  },
  realtime: ({ realtime }) => realtime.start(),
  groupChat: ({ groupChat }) => {
    groupChat.start();
    const thread = groupChat.thread(1);
    thread.open();
    thread.send('hello');
    thread.composer.setText('typing');
  },
  personalChat: ({ personalChat }) => {
    personalChat.start();
    return personalChat.loadList();
  },
  optionsFeed: ({ optionsFeed }) => optionsFeed.start(),
  tradeFlash: ({ tradeFlash }) => tradeFlash.start(),
  flashAlerts: ({ flashAlerts }) =>
    flashAlerts.watch({ ticker: '', describe: () => ({ title: '', body: '' }) }),
  timeSales: ({ timeSales }) => {
    timeSales.start();
    return timeSales.load('AAPL');
  },
  tickerSearch: ({ tickerSearch }) => tickerSearch.type('aapl'),
  tickerDetails: ({ tickerDetails }) => tickerDetails.load('AAPL'),
  priceChart: ({ priceChart }) => priceChart.load('AAPL'),
};

test('covers every feature of the library', () => {
  const features = Object.keys(createHost().openbell).filter((name) => !['start', 'destroy'].includes(name));
  expect(Object.keys(busiest).sort()).toEqual(features.sort());
});

test('two instances on one page share no stores [embed.every-module]', () => {
  const theirs = new Set(storesOf(createHost().openbell).map(([, store]) => store));
  expect(theirs.size).toBeGreaterThan(25);
  const shared = storesOf(createHost().openbell).filter(([, store]) => theirs.has(store));
  expect(shared.map(([name]) => name)).toEqual([]);
});

/** Features that hold no resources of their own, or hold them from the start. */
const quiet = ['api', 'session', 'socialSignIn', 'captcha', 'theme', 'profile', 'firstSteps', 'flashAlerts'];

test.each(Object.keys(busiest))(
  '%s releases all resources on destroy() and does not affect a second instance [embed.every-module]',
  async (name) => {
    const { openbell, goingOn } = createHost();
    const other = createHost();
    const states = other.states();
    const stop = openbell.start();
    await settle();
    const before = goingOn();
    void busiest[name]?.(openbell);
    await settle();
    if (!quiet.includes(name)) expect(goingOn()).not.toEqual(before);
    expect(other.goingOn()).toEqual(nothing);
    expect(other.keys()).toEqual(['accessToken']);
    expect(other.states()).toEqual(states);
    openbell.destroy();
    await settle();
    expect(goingOn()).toEqual(nothing);
    stop();
    expect(goingOn()).toEqual(nothing);
  },
);
