import { expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import {
  newSubscriber,
  newWalletSubscriber,
  sharedBillingServer,
  subscriptionsOf,
} from './billing-support.ts';

const DAY = 86_400_000;

const server = sharedBillingServer({ frozen: true, config: { trialDays: 14 } });

it('shows the configured trial days with the programs and grants them by card and by wallet [billing-server.trial-days]', async () => {
  const programs = await server.call('GET', '/api/web/program');
  expect(JSON.parse(programs.text)).toMatchObject([{ trial_days: 14 }, { trial_days: 14 }]);
  const byCard = await newSubscriber(server, '5200828282828210');
  const byWallet = await newWalletSubscriber(server);
  for (const { token } of [byCard, byWallet]) {
    const [plan] = await subscriptionsOf(server, token);
    const ends = Date.parse(String(plan?.trial_ends_at));
    expect(Math.abs(ends - server.clock.now() - 14 * DAY)).toBeLessThan(60_000);
  }
});

it('logs a warning at start when the trial days differ from those of the built pages [billing-server.trial-warning]', async () => {
  const warnings = (of: TestServer) => of.logLines.filter((line) => line.includes('trial-days-differ'));
  expect(warnings(server)).toHaveLength(1);
  const stated = await startTestServer();
  expect(warnings(stated)).toEqual([]);
  await stated.close();
});
