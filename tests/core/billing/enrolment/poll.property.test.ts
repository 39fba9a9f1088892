// The poll under any sequence of responses, delays, visibility changes, stops and starts.
import { errorResponse, settle } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { active, createSetup, waiting } from '../billing-support.ts';

// Allows time for many sequences on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

type Happening =
  | { readonly kind: 'answer'; readonly how: 'waiting' | 'lost' | 'refused' | 'malformed' }
  | { readonly kind: 'throttle'; readonly seconds: number }
  | { readonly kind: 'time'; readonly ms: number }
  | { readonly kind: 'hide' | 'show' | 'leave' | 'return' };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      how: fc.constantFrom('waiting', 'lost', 'refused', 'malformed'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('throttle' as const),
      seconds: fc.integer({ min: 0, max: 120 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('time' as const), ms: fc.integer({ min: 1, max: 8000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('hide' as const, 'show' as const, 'leave' as const, 'return' as const),
    }),
  },
);

/** A running poll, with checks for each of its requests. */
async function openWatchedPoll() {
  const setup = createSetup();
  let stop: (() => void) | null = setup.billing.start();
  await setup.openPoll();
  let requested = setup.polls().length;
  /** No request may be sent before this time. */
  let earliest = 0;

  function check(): void {
    const open = setup.api.waiting().filter(({ path }) => path === '/web/user-expiration');
    expect(open.length).toBeLessThanOrEqual(1);
    const questions = setup.polls().length;
    if (questions === requested) return;
    expect(questions).toBe(requested + 1);
    requested = questions;
    expect(stop).not.toBeNull();
    expect(setup.page.isVisible()).toBe(true);
    expect(setup.time.clock.now()).toBeGreaterThanOrEqual(earliest);
  }

  async function respond(how: Happening & { kind: 'answer' | 'throttle' }): Promise<void> {
    const question = setup.api.waiting().find(({ path }) => path === '/web/user-expiration');
    if (question === undefined) return;
    const seconds = how.kind === 'throttle' ? how.seconds : 0;
    earliest = setup.time.clock.now() + Math.min(60_000, Math.max(1000, seconds * 1000));
    if (how.kind === 'throttle') await question.refuse(429, { retryAfter: how.seconds });
    else if (how.how === 'waiting') await question.succeed(waiting);
    else if (how.how === 'lost') await question.lose();
    else if (how.how === 'refused') await question.refuse(503);
    else await question.respond(errorResponse(200, { kind: 'wrong-shape' }));
  }

  return {
    setup,
    check,
    async play(what: Happening): Promise<void> {
      if (what.kind === 'answer' || what.kind === 'throttle') await respond(what);
      else if (what.kind === 'time') {
        // Small steps, so that each request is checked at its own time.
        for (let left = what.ms; left > 0; left -= 250) {
          await setup.time.advance(Math.min(250, left));
          check();
        }
      } else if (what.kind === 'hide') setup.page.play('hidden');
      else if (what.kind === 'show') setup.page.play('visible');
      else if (what.kind === 'leave') {
        stop?.();
        stop = null;
      } else stop ??= setup.billing.start();
      await settle();
      check();
    },
    comeBack(): void {
      setup.page.play('visible');
      stop ??= setup.billing.start();
    },
    leave(): void {
      stop?.();
      stop = null;
    },
  };
}

describe('the poll', () => {
  it('sends one request at a time, after its delay, never while hidden or stopped [billing.poll-one-at-a-time] [billing.poll-hidden] [billing.poll-retry-after]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 40, size: 'max' }), async (happenings) => {
        const poll = await openWatchedPoll();
        for (const what of happenings) await poll.play(what);
        expect(poll.setup.billing.$enrolment.get().step).toBe('confirming');
      }),
      { numRuns: 150 },
    );
  });

  it('has no upper bound, and ends when active [billing.poll-until-active]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 25, size: 'max' }), async (happenings) => {
        const poll = await openWatchedPoll();
        for (const what of happenings) await poll.play(what);
        poll.comeBack();
        const { setup } = poll;
        await setup.time.advance(60_000);
        const question = setup.api.waiting().find(({ path }) => path === '/web/user-expiration');
        await question?.succeed(active);
        expect(setup.billing.$enrolment.get()).toEqual({ step: 'subscribed' });
        const count = setup.polls().length;
        await setup.time.advance(600_000);
        expect(setup.polls()).toHaveLength(count);
        expect(setup.time.pending()).toBe(0);
      }),
      { numRuns: 100 },
    );
  });

  it('ends on sign-out, and leaves no timers or listeners [billing.poll-sign-out]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 25, size: 'max' }), async (happenings) => {
        const poll = await openWatchedPoll();
        for (const what of happenings) await poll.play(what);
        poll.comeBack();
        const { setup } = poll;
        setup.$state.set({ status: 'signed-out', reason: 'signed-out' });
        const count = setup.polls().length;
        await setup.time.advance(600_000);
        setup.page.play('hidden');
        setup.page.play('visible');
        await settle();
        expect(setup.polls()).toHaveLength(count);
        poll.leave();
        expect(setup.time.pending()).toBe(0);
        expect(setup.page.listeners()).toBe(0);
      }),
      { numRuns: 100 },
    );
  });
});
