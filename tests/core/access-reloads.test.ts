// Retries refused loads when the member gains access, without a UI framework.
import {
  createFakeTime,
  createMemoryServer,
  demoEmails,
  type FakeTime,
  type MemoryServer,
  settle,
} from '@openbell/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJourneyClient, type JourneyClient, untilIn } from '../support/journey-client.ts';

let time: FakeTime;
let until: ReturnType<typeof untilIn>;
let server: MemoryServer;
let client: JourneyClient;

beforeEach(() => {
  time = createFakeTime();
  until = untilIn(time);
  server = createMemoryServer({ ...time });
  client = createJourneyClient(server.options, time);
});
afterEach(() => {
  client.openbell.destroy();
  server.destroy();
});

/** Loads everything that a page may show. */
async function loadAll(): Promise<void> {
  const { openbell } = client;
  openbell.groupChat.start();
  openbell.personalChat.start();
  openbell.groupChat.thread(1).open();
  openbell.tradeFlash.start();
  await Promise.all([
    openbell.news.load(),
    openbell.devices.load(),
    openbell.courses.loadList(),
    openbell.courses.openCourse(1),
    openbell.alerts.load(),
    openbell.tickerDetails.load('AAPL'),
    openbell.priceChart.load('AAPL', '1d'),
    openbell.timeSales.load(''),
    openbell.groupChat.loadList(),
    openbell.personalChat.loadList(),
  ]);
  await settle();
}

function statuses(): Record<string, string> {
  const { openbell } = client;
  const stores = {
    news: openbell.news.$state,
    devices: openbell.devices.$state,
    courses: openbell.courses.$list,
    course: openbell.courses.$course,
    alerts: openbell.alerts.$state,
    details: openbell.tickerDetails.$state,
    chart: openbell.priceChart.$state,
    trades: openbell.timeSales.$state,
    feed: openbell.optionsFeed.$state,
    chats: openbell.groupChat.$list,
    personalChats: openbell.personalChat.$list,
    thread: openbell.groupChat.thread(1).$state,
  };
  return Object.fromEntries(Object.entries(stores).map(([name, store]) => [name, store.get().status]));
}

const forMembers = { news: 'ready', devices: 'ready', courses: 'ready', course: 'ready' };
const forSubscribers = {
  alerts: 'ready',
  details: 'loaded',
  chart: 'loaded',
  trades: 'loaded',
  feed: 'live',
  chats: 'ready',
  personalChats: 'ready',
  // The chat has other members, so that the status is 404 instead of 403.
  thread: 'missing',
};

async function subscribe(): Promise<void> {
  const { billing } = client.openbell;
  billing.start();
  await billing.loadPrograms();
  billing.chooseProgram(1);
  await billing.enroll();
  await billing.confirmCard({ kind: 'fields', number: '4242424242424242', expiry: '12/34', cvc: '123' });
  await until(() => expect(billing.$enrolment.get().step).toBe('subscribed'));
}

const calls = (name: string): number => server.calls.filter((call) => call.name === name).length;

test('retries refused loads after sign-in, and subscriber-only loads when a plan starts', async () => {
  await loadAll();
  expect(statuses()).toMatchObject({ news: 'failed', course: 'failed', trades: 'failed', feed: 'refused' });
  await client.signIn(demoEmails.member);
  await until(() => expect(statuses()).toMatchObject(forMembers));
  expect(statuses()).toMatchObject({ alerts: 'failed', trades: 'failed', chats: 'failed', feed: 'refused' });

  const newsBefore = calls('newsList');
  await subscribe();
  await until(() => expect(statuses()).toMatchObject({ ...forMembers, ...forSubscribers }));
  // A load that succeeded is not repeated.
  expect(calls('newsList')).toBe(newsBefore);
});

test('does not retry when access is unchanged', async () => {
  await client.signIn(demoEmails.member);
  await until(() => expect(client.openbell.session.guard('member')).toBe('allowed'));
  await client.openbell.alerts.load();
  expect(client.openbell.alerts.$state.get().status).toBe('failed');
  await client.openbell.session.refreshProfile();
  await time.advance(60_000);
  expect(calls('alerts')).toBe(1);
});

test('retries a request that was sent before sign-in and refused afterwards', async () => {
  server.faults.slow(5000, { call: 'newsList' });
  const first = client.openbell.news.load();
  await client.signIn(demoEmails.member);
  await time.advance(5000);
  expect((await first).ok).toBe(false);
  await until(() => expect(client.openbell.news.$state.get().status).toBe('ready'));
  expect(calls('newsList')).toBe(2);
});

test('reloads stores that were cleared for another member if they have listeners', async () => {
  const { devices, courses, session } = client.openbell;
  const stop = devices.$state.listen(() => {});
  await client.signIn(demoEmails.member);
  await devices.load();
  await courses.loadList();
  await session.signOut();
  expect(devices.$state.get().status).toBe('idle');
  await client.signIn(demoEmails.subscriber);
  await until(() => expect(devices.$state.get().status).toBe('ready'));
  expect(courses.$list.get().status).toBe('idle');
  stop();
});
