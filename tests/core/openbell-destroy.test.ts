// All features with a responding server: destroy() also stops work that starts after a response.
import { createFakeTime, createMemoryServer, demoEmails, demoPassword } from '@openbell/testing';
import { afterEach, expect, test } from 'vitest';
import { createJourneyClient, type JourneyClient, textsOf, untilIn } from '../support/journey-client.ts';

const time = createFakeTime();
const until = untilIn(time);
const server = createMemoryServer({ ...time, tradesEvery: 100 });
afterEach(() => server.destroy());

async function arrive(email: string): Promise<JourneyClient> {
  const client = createJourneyClient(server.options, time);
  expect((await client.signIn(email, demoPassword)).ok).toBe(true);
  await until(() => expect(client.openbell.session.guard('member')).toBe('allowed'));
  return client;
}

/** Starts all features of a site, and waits for their first responses. */
async function beBusy({ openbell }: JourneyClient): Promise<void> {
  const thread = openbell.groupChat.thread(1);
  openbell.theme.start();
  openbell.groupChat.start();
  openbell.personalChat.start();
  openbell.tradeFlash.start();
  openbell.timeSales.start();
  openbell.alerts.start();
  openbell.otpReset.start();
  openbell.billing.start();
  thread.open();
  void openbell.timeSales.load('');
  void openbell.alerts.load();
  void openbell.courses.loadList();
  void openbell.priceChart.load('AAPL');
  openbell.tickerSearch.type('aapl');
  expect((await openbell.otpReset.send(demoEmails.lapsed)).ok).toBe(true);
  await until(() => {
    expect(thread.$state.get().status).toBe('ready');
    expect(openbell.realtime.$state.get().status).toBe('open');
    expect(openbell.tradeFlash.$state.get().seen).toBeGreaterThan(3);
    expect(openbell.timeSales.$state.get().status).toBe('loaded');
    expect(openbell.alerts.$state.get().status).toBe('ready');
    expect(openbell.tickerSearch.$state.get().options.length).toBeGreaterThan(0);
  });
  thread.composer.setText('typing');
  thread.send('At the range.');
  await until(() => expect(textsOf(thread).at(-1)).toBe('At the range.'));
}

test('destroy() stops all work and leaves a second instance unchanged [embed.destroy]', async () => {
  const one = await arrive(demoEmails.subscriber);
  const two = await arrive(demoEmails.mentor);
  await beBusy(one);
  expect(two.openbell.otpReset.$state.get().step).toBe('email');
  expect(two.openbell.session.$user.get()?.email).toBe(demoEmails.mentor);
  const requested = server.calls.length;
  one.openbell.destroy();
  await time.advance(1);
  expect(server.calls).toHaveLength(requested);
  expect(one.page.listeners()).toBe(0);

  const thread = two.openbell.groupChat.thread(1);
  thread.open();
  await until(() => expect(textsOf(thread).at(-1)).toBe('At the range.'));
  two.openbell.destroy();
  expect(two.page.listeners()).toBe(0);
  server.destroy();
  await time.advance(1);
  expect(time.pending()).toBe(0);
});
