import { createCancellation, displayInfoStatus, readSubscriptionId } from '@openbell/core/billing';
import type { Subscription, SubscriptionInfo } from '@openbell/core/contract';
import type { SessionState } from '@openbell/core/session';
import { createFakeApi, errorResponse, settle } from '@openbell/testing';
import fc from 'fast-check';
import { atom } from 'nanostores';
import { describe, expect, it } from 'vitest';
import { member } from '../billing-support.ts';

const INFO: SubscriptionInfo = {
  program: 'Mentorship',
  period: 1,
  provider: 'stripe',
  status: 'Trialing',
  expired_at: '2026-12-01T00:00:00Z',
};
const ACTIVE = { id: 3, status: 'active', cancel_at_period_end: false } as Subscription;
const infoAnswer = (subscription: SubscriptionInfo | null = INFO) => ({
  error: false,
  message: '',
  subscription,
});

/** Cancellation with a fake server, session and browser. */
function createSetup(state: SessionState = member({ subscriptions: [ACTIVE] })) {
  const api = createFakeApi(settle);
  const redirects: string[] = [];
  const log: string[] = [];
  const $state = atom<SessionState>(state);
  let refreshed: readonly Subscription[] | null = null;
  let refreshes = 0;
  const cancellation = createCancellation({
    api,
    session: {
      $state,
      refreshProfile: async () => {
        refreshes += 1;
        const now = $state.get();
        if (refreshed === null || now.status !== 'signed-in') {
          return { ok: false, error: { code: 'unavailable', message: '', retryAfter: null } };
        }
        $state.set({ ...now, subscriptions: refreshed });
        return { ok: true, value: { id: 7 } as never };
      },
    },
    origin: () => 'https://app.example',
    redirect: (url) => redirects.push(url),
    log: (line) => log.push(line),
  });
  return {
    api,
    redirects,
    log,
    $state,
    cancellation,
    refreshes: () => refreshes,
    /** Sets the subscriptions of the next profile refreshes. */
    profileSays: (subscriptions: readonly Subscription[]) => {
      refreshed = subscriptions;
    },
    info: () => cancellation.$subscriptionInfo.get(),
    step: () => cancellation.$cancelling.get().step,
  };
}

describe('subscription info', () => {
  it('loads with one request, and keeps the info during a reload', async () => {
    const setup = createSetup();
    const first = setup.cancellation.loadSubscriptionInfo(3);
    const second = setup.cancellation.loadSubscriptionInfo(3);
    expect(setup.api.requests).toHaveLength(1);
    expect(setup.info()).toEqual({ status: 'loading', id: 3, info: null, message: '' });
    await setup.api.latest('/web/subscription-info/{id}').succeed(infoAnswer());
    expect(await first).toEqual({ ok: true, value: INFO });
    expect(await second).toEqual({ ok: true, value: INFO });
    expect(setup.info()).toEqual({ status: 'ready', id: 3, info: INFO, message: '' });
    void setup.cancellation.loadSubscriptionInfo(3);
    expect(setup.info()).toMatchObject({ status: 'loading', info: INFO });
    await setup.api.latest('/web/subscription-info/{id}').refuse(500);
    expect(setup.info()).toMatchObject({ status: 'failed', info: INFO });
  });

  it("treats an error flag with status 200 as a refusal with the server's message [billing.info-error-flag]", async () => {
    const setup = createSetup();
    const done = setup.cancellation.loadSubscriptionInfo(3);
    await setup.api
      .latest('/web/subscription-info/{id}')
      .succeed({ error: true, message: 'No such subscription.', subscription: INFO });
    expect(await done).toEqual({ ok: false, error: { code: 'refused', message: 'No such subscription.' } });
    expect(setup.info()).toEqual({
      status: 'refused',
      id: 3,
      info: null,
      message: 'No such subscription.',
    });
  });

  it.each([404, 500, 'lose', 'empty'] as const)(
    'any other failure (%s) is reported and can be retried [billing.info-retry]',
    async (how) => {
      const setup = createSetup();
      void setup.cancellation.loadSubscriptionInfo(3);
      const request = setup.api.latest('/web/subscription-info/{id}');
      if (how === 'lose') await request.lose();
      else if (how === 'empty') await request.succeed(infoAnswer(null));
      else await request.refuse(how, { message: 'Away.' });
      expect(setup.info()).toMatchObject({ status: 'failed', id: 3, info: null });
      void setup.cancellation.loadSubscriptionInfo(3);
      await setup.api.latest('/web/subscription-info/{id}').succeed(infoAnswer());
      expect(setup.info().status).toBe('ready');
    },
  );

  it('ignores responses for another subscription or a previous user', async () => {
    const setup = createSetup();
    void setup.cancellation.loadSubscriptionInfo(3);
    const late = setup.api.latest('/web/subscription-info/{id}');
    void setup.cancellation.loadSubscriptionInfo(4);
    await late.succeed(infoAnswer());
    expect(setup.info()).toMatchObject({ status: 'loading', id: 4, info: null });
    void setup.cancellation.loadSubscriptionInfo(3);
    await setup.api.latest('/web/subscription-info/{id}').succeed(infoAnswer());
    expect(setup.info()).toMatchObject({ status: 'ready', id: 3 });
    setup.$state.set(member({ epoch: 2 }));
    expect(setup.info()).toEqual({ status: 'idle', id: null, info: null, message: '' });
  });

  it('shows Trialing as caution, and anything else as positive [billing.info-status]', () => {
    expect(displayInfoStatus(' trialing ')).toEqual({ text: 'Trialing', tone: 'caution' });
    expect(displayInfoStatus('Active')).toEqual({ text: 'Active', tone: 'positive' });
    expect(displayInfoStatus('paused')).toEqual({ text: 'paused', tone: 'positive' });
    expect(displayInfoStatus('')).toEqual({ text: 'Active', tone: 'positive' });
  });

  it('readSubscriptionId accepts only positive integers', () => {
    expect(readSubscriptionId('17')).toBe(17);
    for (const text of [undefined, '', '0', '-1', '1e9', ' 1', '01', '%00', '9'.repeat(300), '1.5']) {
      expect(readSubscriptionId(text)).toBeNull();
    }
  });
});

describe('cancellation URL', () => {
  const ask = async (setup: ReturnType<typeof createSetup>, url: string | null) => {
    const done = setup.cancellation.requestCancel();
    expect(setup.step()).toBe('requesting');
    await setup.api.latest('/web/cancel-subscription-request').succeed({ message: '', url });
    return done;
  };

  it.each([
    ['https://www.paypal.com/myaccount/autopay', 'https://www.paypal.com/myaccount/autopay'],
    ['/portal?x=1', 'https://app.example/portal?x=1'],
  ])('redirects to %s [billing.cancel-request-url]', async (url, opened) => {
    const setup = createSetup();
    expect(await ask(setup, url)).toEqual({ ok: true, value: { kind: 'left', url: opened } });
    expect(setup.redirects).toEqual([opened]);
    expect(setup.step()).toBe('idle');
  });

  it.each([null, 'https://evil.test/', 'http://www.paypal.com/', '//evil.test', 'javascript:alert(1)', ''])(
    'opens the page of the displayed subscription for the URL %j [billing.cancel-request-page]',
    async (url) => {
      const setup = createSetup(
        member({ subscriptions: [{ ...ACTIVE, id: 2, status: 'canceled' }, ACTIVE] }),
      );
      expect(await ask(setup, url)).toEqual({ ok: true, value: { kind: 'page', path: '/unsubscribe/3' } });
      expect(setup.redirects).toEqual([]);
    },
  );

  it('opens that page when the request fails, and fails without a subscription', async () => {
    const setup = createSetup();
    const done = setup.cancellation.requestCancel();
    void setup.cancellation.requestCancel();
    expect(setup.api.requests).toHaveLength(1);
    await setup.api.latest('/web/cancel-subscription-request').refuse(500);
    expect(await done).toMatchObject({ ok: true, value: { path: '/unsubscribe/3' } });
    expect(setup.log).toEqual(['Failed to ask where to cancel']);
    expect(await ask(createSetup(member()), null)).toMatchObject({
      ok: false,
      error: { code: 'nothing-to-cancel' },
    });
  });

  it('redirects only to the site or an allowed host', async () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.constantFrom('/\\evil.test', '/%2fevil.test', '///evil.test', 'https://www.paypal.com@evil.test/'),
      fc.string().map((text) => `/${text}`),
      fc.string().map((text) => `https://www.paypal.com${text}`),
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (url) => {
        const setup = createSetup();
        await ask(setup, url);
        for (const opened of setup.redirects) {
          expect(['https://app.example', 'https://www.paypal.com']).toContain(new URL(opened).origin);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('Yes, Unsubscribe', () => {
  const cancelPath = '/web/cancel-subscription/{id}';

  it('sends one request on a double click, and refreshes the profile [billing.cancel-once]', async () => {
    const setup = createSetup();
    const first = setup.cancellation.cancel(3);
    const second = setup.cancellation.cancel(3);
    expect(setup.cancellation.$cancelling.get()).toEqual({ step: 'cancelling', id: 3 });
    expect(setup.api.requests).toHaveLength(1);
    expect(setup.api.latest(cancelPath).input.params).toEqual({ id: 3 });
    await setup.api.latest(cancelPath).succeed({ message: 'Done.' });
    expect(await first).toEqual({ ok: true, value: { id: 3 } });
    expect(await second).toEqual({ ok: true, value: { id: 3 } });
    expect(setup.step()).toBe('canceled');
    expect(setup.refreshes()).toBe(1);
  });

  it('treats any 2xx response as success', async () => {
    const setup = createSetup();
    const done = setup.cancellation.cancel(3);
    await setup.api.latest(cancelPath).respond(errorResponse(200, { kind: 'invalid-body' }));
    expect(await done).toMatchObject({ ok: true });
  });

  it('reports a rejected request, and can be retried', async () => {
    const setup = createSetup();
    const done = setup.cancellation.cancel(3);
    await setup.api.latest(cancelPath).refuse(503, { message: 'Away.' });
    expect(await done).toEqual({ ok: false, error: { code: 'failed', message: 'Away.' } });
    expect(setup.step()).toBe('failed');
    void setup.cancellation.cancel(3);
    expect(setup.api.requests).toHaveLength(2);
  });

  it.each([
    ['it was done', [{ ...ACTIVE, status: 'canceled' }], true],
    ['it ends with its period', [{ ...ACTIVE, cancel_at_period_end: true }], true],
    ['it runs on', [ACTIVE], false],
    ['it is another one that was', [ACTIVE, { ...ACTIVE, id: 9, status: 'canceled' }], false],
  ])(
    'after a lost response (%s), the profile decides [billing.cancel-lost-response]',
    async (_, subscriptions, ok) => {
      const setup = createSetup();
      setup.profileSays(subscriptions);
      const done = setup.cancellation.cancel(3);
      await setup.api.latest(cancelPath).lose();
      expect(await done).toMatchObject({ ok });
      expect(setup.step()).toBe(ok ? 'canceled' : 'failed');
    },
  );

  it('fails when both the response and the profile are unavailable', async () => {
    const setup = createSetup();
    const done = setup.cancellation.cancel(3);
    await setup.api.latest(cancelPath).lose();
    expect(await done).toMatchObject({ ok: false, error: { code: 'failed' } });
  });

  it('ignores a response for a previous user', async () => {
    const setup = createSetup();
    const done = setup.cancellation.cancel(3);
    setup.$state.set({ status: 'signed-out', reason: 'expired' });
    await setup.api.latest(cancelPath).succeed({ message: '' });
    expect(await done).toMatchObject({ ok: false, error: { code: 'superseded' } });
    expect(setup.cancellation.$cancelling.get()).toEqual({ step: 'idle', id: null });
    expect(setup.refreshes()).toBe(0);
  });
});
