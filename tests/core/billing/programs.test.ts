import { describe, expect, it } from 'vitest';
import { createBench, FORM, member, PROGRAMS } from './billing-support.ts';

describe('programs', () => {
  it('load with one request; a failure is logged and keeps the previous list [billing.programs-log]', async () => {
    const bench = createBench();
    void bench.billing.loadPrograms();
    void bench.billing.loadPrograms();
    expect(bench.api.requests).toHaveLength(1);
    await bench.api.latest('/web/program').succeed(PROGRAMS);
    expect(bench.billing.$programs.get()).toEqual({ status: 'loaded', programs: PROGRAMS });
    void bench.billing.loadPrograms();
    await bench.api.latest('/web/program').refuse(500);
    expect(bench.billing.$programs.get()).toEqual({ status: 'failed', programs: PROGRAMS });
    expect(bench.log).toEqual(['Failed to fetch program data']);
  });

  it('are reloaded when another user signs in and after a rejection, because trial days can differ', async () => {
    const bench = createBench({ status: 'signed-out', reason: 'none' });
    const asked = () => bench.api.requests.filter(({ path }) => path === '/web/program').length;
    const stop = bench.billing.start();
    void bench.billing.loadPrograms();
    await bench.api.latest('/web/program').succeed(PROGRAMS);
    expect(asked()).toBe(1);
    bench.$state.set(member());
    bench.$state.set(member({ profile: 'loaded' }));
    expect(asked()).toBe(2);
    await bench.api
      .latest('/web/program')
      .succeed(PROGRAMS.map((program) => ({ ...program, trial_days: 0 })));
    bench.billing.chooseProgram(1);
    expect(bench.billing.$quote.get()).toMatchObject({ today: 50, trialDays: 0 });
    await bench.openCard();
    void bench.billing.confirmCard(FORM);
    await bench.cards.at(-1)?.answer({ ok: true, paymentMethodId: 'pm_1' });
    await bench.api.latest('/web/create-subscription').refuse(422);
    expect(asked()).toBe(3);
    stop();
  });

  it('the quote follows the choice', async () => {
    const bench = createBench();
    void bench.billing.loadPrograms();
    await bench.api.latest('/web/program').succeed(PROGRAMS);
    expect(bench.billing.$quote.get()).toBeNull();
    bench.billing.chooseProgram(1);
    expect(bench.billing.$quote.get()).toMatchObject({ today: 0, price: 50 });
    bench.billing.chooseTerm(2);
    expect(bench.billing.$quote.get()).toMatchObject({ price: 450 });
    expect(bench.billing.$plan.get().gateway).toBe('paypal');
  });
});
