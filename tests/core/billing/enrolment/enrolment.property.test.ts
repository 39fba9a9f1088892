// Enrollment under any sequence of clicks and late responses, with a server that processes each key once.
import type { PendingRequest } from '@openbell/testing';
import { settle } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { propertyCases } from '../../../support/property-cases.ts';
import { createSetup, FORM, member, PROGRAMS } from '../billing-support.ts';

// Allows time for many sequences on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const MONEY = ['/web/create-payment-intent', '/web/create-subscription'];

type Deed =
  | {
      readonly kind:
        | 'enroll'
        | 'set-up'
        | 'close'
        | 'leave'
        | 'return'
        | 'log-out'
        | 'log-in'
        | 'hide'
        | 'show';
    }
  | { readonly kind: 'choose'; readonly term: 1 | 2; readonly gateway: 'stripe' | 'paypal' }
  | { readonly kind: 'card'; readonly ok: boolean }
  | {
      readonly kind: 'answer';
      readonly which: number;
      readonly how: 'done' | 'done, response lost' | 'lost before' | 'refused' | 'busy';
    }
  | { readonly kind: 'time'; readonly ms: number };

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('enroll' as const, 'set-up' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'close' as const,
        'leave' as const,
        'return' as const,
        'hide' as const,
        'show' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('log-out' as const, 'log-in' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('choose' as const),
      term: fc.constantFrom(1 as const, 2 as const),
      gateway: fc.constantFrom('stripe' as const, 'paypal' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('card' as const), ok: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      which: fc.nat(5),
      how: fc.constantFrom('done', 'done, response lost', 'lost before', 'refused', 'busy'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('time' as const), ms: fc.integer({ min: 1, max: 70_000 }) }),
  },
);

/** A server by the contract: one subscription per user, each key processed once, 409 for a subscriber. */
function createServer() {
  const charged = new Map<number, Set<string>>();
  const bodies = new Map<string, string>();
  const answered = new Set<PendingRequest>();
  let conflicts = 0;
  return {
    charges: (epoch: number) => charged.get(epoch)?.size ?? 0,
    conflicts: () => conflicts,
    async respond(
      request: PendingRequest,
      epoch: number,
      how: (Deed & { kind: 'answer' })['how'],
    ): Promise<void> {
      if (answered.has(request)) return;
      answered.add(request);
      if (how === 'lost before') return request.lose();
      if (how === 'busy') return request.refuse(503);
      if (request.path === '/web/create-payment-intent') {
        if (how === 'refused') return request.refuse(422);
        if (how === 'done, response lost') return request.lose();
        if ((charged.get(epoch)?.size ?? 0) > 0) return request.refuse(409);
        return request.succeed({
          approveLink: 'https://www.paypal.com/approve',
          setupIntentClientSecret: 'seti_secret',
        });
      }
      if (how === 'refused') return request.refuse(422);
      const key = request.input.headers?.['Idempotency-Key'] ?? '';
      const body = JSON.stringify(request.input.body);
      if (bodies.has(key) && bodies.get(key) !== body) {
        conflicts += 1;
        return request.refuse(422);
      }
      bodies.set(key, body);
      const mine = charged.get(epoch) ?? new Set();
      charged.set(epoch, mine);
      // A subscriber gets the existing subscription.
      if (mine.size === 0) mine.add(key);
      return how === 'done' ? request.succeed({ message: '', subscription: null }) : request.lose();
    },
  };
}

describe('enrollment', () => {
  it('charges once for any order of clicks and late responses [billing.enroll-once] [billing.idempotent]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { maxLength: 60, size: 'max' }), async (deeds) => {
        const setup = createSetup();
        const server = createServer();
        let epoch = 1;
        let stop: (() => void) | null = setup.billing.start();
        const epochs = new Map<PendingRequest, number>();
        const keys = new Map<string, string>();
        let confirmed = 0;
        const settled = new Set<unknown>();
        void setup.billing.loadPrograms();
        await setup.api.latest('/web/program').succeed(PROGRAMS);
        setup.billing.chooseProgram(1);

        const check = (): void => {
          for (const request of setup.api.requests) {
            if (!epochs.has(request)) epochs.set(request, epoch);
            const key = request.input.headers?.['Idempotency-Key'];
            if (key === undefined) continue;
            const body = JSON.stringify([epochs.get(request), request.input.body]);
            // One key belongs to one user and one order.
            expect(keys.get(key) ?? body).toBe(body);
            keys.set(key, body);
          }
          const open = setup.api
            .waiting()
            .filter((request) => MONEY.includes(request.path) && epochs.get(request) === epoch);
          expect(open.length).toBeLessThanOrEqual(1);
          // A card that was set up uses one key for all attempts.
          expect(keys.size).toBeLessThanOrEqual(confirmed);
          expect(JSON.stringify(setup.billing.$enrolment.get())).not.toContain('seti_secret');
          expect(server.charges(epoch)).toBeLessThanOrEqual(1);
          expect(server.conflicts()).toBe(0);
        };

        for (const what of deeds) {
          if (what.kind === 'enroll') void setup.billing.enroll();
          else if (what.kind === 'set-up') {
            const before = setup.cards.length;
            void setup.billing.confirmCard(FORM);
            void setup.billing.confirmCard(FORM);
            expect(setup.cards.length - before).toBeLessThanOrEqual(1);
          } else if (what.kind === 'close') setup.billing.closeCard();
          else if (what.kind === 'leave') {
            stop?.();
            stop = null;
          } else if (what.kind === 'return') stop ??= setup.billing.start();
          else if (what.kind === 'hide') setup.page.play('hidden');
          else if (what.kind === 'show') setup.page.play('visible');
          else if (what.kind === 'log-out') {
            setup.$state.set({ status: 'signed-out', reason: 'signed-out' });
          } else if (what.kind === 'log-in') {
            epoch += 1;
            setup.$state.set(member({ epoch }));
          } else if (what.kind === 'choose') {
            setup.billing.chooseTerm(what.term);
            setup.billing.chooseGateway(what.gateway);
          } else if (what.kind === 'card') {
            const card = setup.cards.find((one) => !settled.has(one));
            settled.add(card);
            if (card !== undefined && what.ok) confirmed += 1;
            await card?.respond(
              what.ok ? { ok: true, paymentMethodId: 'pm_1' } : { ok: false, message: 'Declined.' },
            );
          } else if (what.kind === 'answer') {
            const open = setup.api.waiting().filter(({ path }) => MONEY.includes(path));
            const request = open[what.which % Math.max(1, open.length)];
            if (request !== undefined) await server.respond(request, epochs.get(request) ?? epoch, what.how);
          } else if (what.kind === 'time') await setup.time.advance(what.ms);
          await settle();
          check();
        }
        stop?.();
        setup.billing.destroy();
        await settle();
        expect(setup.billing.$enrolment.get()).toEqual({ step: 'choosing', error: null });
        expect(setup.time.pending()).toBe(0);
        expect(setup.page.listeners()).toBe(0);
      }),
      { numRuns: propertyCases(500) },
    );
  });
});
