import { describe, expect, it } from 'vitest';
import { createSetup, member, PROGRAMS } from './billing-support.ts';

describe('programs', () => {
  it('load with one request; a failure is logged and keeps the previous list [billing.programs-log]', async () => {
    const setup = createSetup();
    void setup.billing.loadPrograms();
    void setup.billing.loadPrograms();
    expect(setup.api.requests).toHaveLength(1);
    await setup.api.latest('/web/program').succeed(PROGRAMS);
    expect(setup.billing.$programs.get()).toEqual({ status: 'loaded', programs: PROGRAMS });
    void setup.billing.loadPrograms();
    await setup.api.latest('/web/program').refuse(500);
    expect(setup.billing.$programs.get()).toEqual({ status: 'failed', programs: PROGRAMS });
    expect(setup.log).toEqual(['Failed to fetch program data']);
  });

  it('are reloaded when another user signs in and after a rejection, because trial days can differ', async () => {
    const setup = createSetup({ status: 'signed-out', reason: 'none' });
    const requestCount = () => setup.api.requests.filter(({ path }) => path === '/web/program').length;
    const stop = setup.billing.start();
    void setup.billing.loadPrograms();
    await setup.api.latest('/web/program').succeed(PROGRAMS);
    expect(requestCount()).toBe(1);
    setup.$state.set(member());
    setup.$state.set(member({ profile: 'loaded' }));
    expect(requestCount()).toBe(2);
    await setup.api
      .latest('/web/program')
      .succeed(PROGRAMS.map((program) => ({ ...program, trial_days: 0 })));
    setup.billing.chooseProgram(1);
    expect(setup.billing.$quote.get()).toMatchObject({ today: 50, trialDays: 0 });
    await setup.setUpCard();
    await setup.api.latest('/web/create-subscription').refuse(422);
    expect(requestCount()).toBe(3);
    stop();
  });

  it.each([
    ['a visitor signs in', { status: 'signed-out', reason: 'none' }, member()],
    ['the session expires', member(), { status: 'signed-out', reason: 'expired' }],
  ] as const)('are requested again when %s during the load', async (_, before, after) => {
    const setup = createSetup(before);
    const stop = setup.billing.start();
    const loaded = setup.billing.loadPrograms();
    const first = setup.api.latest('/web/program');
    setup.$state.set(after);
    const second = setup.api.latest('/web/program');
    expect(second).not.toBe(first);
    expect(first.input.signal?.aborted).toBe(true);
    await first.lose();
    expect(setup.billing.$programs.get()).toEqual({ status: 'loading', programs: [] });
    await second.succeed(PROGRAMS);
    expect(setup.billing.$programs.get()).toEqual({ status: 'loaded', programs: PROGRAMS });
    expect(await loaded).toEqual({ ok: true, value: PROGRAMS });
    setup.billing.destroy();
    stop();
  });

  it('are idle after destroy when the member has changed during the load', async () => {
    const setup = createSetup();
    setup.billing.start();
    void setup.billing.loadPrograms();
    setup.$state.set(member({ epoch: 2 }));
    setup.billing.destroy();
    for (const request of setup.api.requests) await request.lose();
    expect(setup.billing.$programs.get()).toEqual({ status: 'idle', programs: [] });
  });

  it('updates the quote when the program or the term changes', async () => {
    const setup = createSetup();
    void setup.billing.loadPrograms();
    await setup.api.latest('/web/program').succeed(PROGRAMS);
    expect(setup.billing.$quote.get()).toBeNull();
    setup.billing.chooseProgram(1);
    expect(setup.billing.$quote.get()).toMatchObject({ today: 0, price: 50 });
    setup.billing.chooseTerm(2);
    expect(setup.billing.$quote.get()).toMatchObject({ price: 450 });
    expect(setup.billing.$plan.get().gateway).toBe('paypal');
  });
});
