// After any events of the provider and the user, the feed can recover, throws nothing and leaves no resources.
import { createOptionsFeed } from '@openbell/core/options-feed';
import { createTradeFlash } from '@openbell/core/trade-flash';
import { createFakePage, createFakeRandom, createFakeSockets, createFakeTime } from '@openbell/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyCases } from '../../support/property-cases.ts';

const status = fc.record({
  ev: fc.constant('status'),
  status: fc.constantFrom(
    'connected',
    'auth_success',
    'success',
    'auth_failed',
    'auth_timeout',
    'max_connections',
    'error',
    'upstream_unavailable',
    'upstream_available',
    'slow_consumer',
    '__proto__',
    '',
  ),
  message: fc.constantFrom('', '5 trades', 'authentication failed', null, 7, {}),
});
/** Usually the first value, sometimes another: a single invalid part must not lose valid trades. */
const mostly = (usual: unknown, ...odd: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, fc.constantFrom(...odd));
const trade = fc.record(
  {
    ev: fc.constant('T'),
    sym: mostly('O:SPY251219C00650000', 'SPY251219P00640000', 'nonsense', 7),
    p: mostly(1.25, 0, -1, 1e308, '1', null),
    s: mostly(150, 1, 0, -5, 1e305, null),
    c: fc.constantFrom([209], [201], [15], [], null, 'x'),
    t: mostly(1_763_650_000_000, 0, -1, 1e17, null),
    q: fc.nat(5),
  },
  { requiredKeys: ['ev', 'sym', 'p', 's', 't'] },
);
type Sockets = ReturnType<typeof createFakeSockets>;
type Step =
  | { readonly do: 'accept' | 'retry' | 'online' | 'offline' | 'visible' | 'pause' | 'resume' | 'clear' }
  | { readonly do: 'deliver'; readonly frame: unknown }
  | { readonly do: 'drop'; readonly code: number }
  | { readonly do: 'wait'; readonly ms: number };
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom(
      'accept',
      'accept',
      'retry',
      'online',
      'offline',
      'visible',
      'pause',
      'resume',
      'clear',
    ),
  }),
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      frame: fc.oneof(
        { weight: 6, arbitrary: fc.array(fc.oneof(status, trade), { maxLength: 4 }) },
        fc.constantFrom('{', '', '[', 'null', '[[]]', '{"ev":"T"}'),
      ),
    }),
  },
  fc.record({
    do: fc.constant('drop' as const),
    code: fc.constantFrom(1000, 1006, 1008, 1012, 4401, 4403),
  }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 20, 1000, 10_000, 60_000, 400_000) }),
);

function checkState(feed: ReturnType<typeof createOptionsFeed>, sockets: Sockets): void {
  const { status: name, retryAt, attempt, leftOut } = feed.$state.get();
  // An attempt is scheduled only in these states.
  expect(retryAt !== null).toBe(name === 'waiting' || name === 'evicted');
  expect(sockets.live().length).toBe(retryAt !== null || name === 'refused' ? 0 : 1);
  expect(attempt).toBeGreaterThanOrEqual(0);
  expect(Number.isFinite(leftOut)).toBe(true);
}

test('after any sequence of events, retry and a handshake lead to live trades again [market.session-states]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 30 }), async (session) => {
      const time = createFakeTime();
      const sockets = createFakeSockets();
      const page = createFakePage();
      const errors: unknown[] = [];
      const onError = (error: unknown): void => void errors.push(error);
      const feed = createOptionsFeed({
        url: 'wss://feed.test/options',
        auth: () => 'key',
        socketFactory: sockets.factory,
        scheduler: time.scheduler,
        clock: time.clock,
        page,
        random: createFakeRandom(),
        onError,
      });
      const flash = createTradeFlash({ feed, scheduler: time.scheduler, now: time.clock.now, onError });
      flash.start();
      for (const step of session) {
        if (step.do === 'accept') sockets.latest().accept();
        else if (step.do === 'deliver') sockets.latest().deliver(step.frame);
        else if (step.do === 'drop') sockets.latest().drop(step.code);
        else if (step.do === 'wait') await time.advance(step.ms);
        else if (step.do === 'retry') feed.retry();
        else if (step.do === 'online' || step.do === 'offline' || step.do === 'visible') page.play(step.do);
        else flash[step.do]();
        checkState(feed, sockets);
      }
      feed.retry();
      const socket = sockets.latest();
      socket.accept();
      for (const name of ['connected', 'auth_success', 'success'])
        socket.deliver([{ ev: 'status', status: name }]);
      flash.resume();
      socket.deliver([{ ev: 'T', sym: 'O:SPY251219C00650000', p: 2, s: 500, t: 1_763_650_000_000, q: 999 }]);
      await time.frame();
      await time.frame();
      expect(feed.$state.get()).toMatchObject({
        status: 'live',
        attempt: 0,
        message: '',
        isInterrupted: false,
      });
      const { trades, totals, lag } = flash.$state.get();
      expect(trades.at(-1)?.size).toBe(500);
      for (const figure of [...Object.values(totals), lag]) expect(Number.isFinite(figure)).toBe(true);
      flash.destroy();
      feed.destroy();
      expect([sockets.live().length, time.pending(), page.listeners(), errors]).toEqual([0, 0, 0, []]);
    }),
    { numRuns: propertyCases(1000) },
  );
});
