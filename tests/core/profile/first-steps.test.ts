import { profileResponseSchema, readWire } from '@openbell/core/contract';
import { createFirstSteps } from '@openbell/core/profile';
import type { SessionState } from '@openbell/core/session';
import { atom } from 'nanostores';
import { expect, it } from 'vitest';

const now = Date.UTC(2026, 10, 21, 15);
const day = 86_400_000;

function signedIn(
  id: number,
  starts: readonly (string | null)[] = [],
  payments: readonly (string | null)[] = [],
): SessionState {
  const isSubscribed = starts.length > 0;
  const subscriptions = starts.map((current_period_start, index) => ({
    id: index + 1,
    status: 'active',
    current_period_start,
    subscription_histories: payments.map((billed_at, payment) => ({ id: payment + 1, billed_at, amount: 9 })),
  }));
  const reading = readWire(profileResponseSchema, { user: { id, first_name: 'Nora' }, subscriptions });
  if (!reading.ok) throw new Error('The profile cannot be read.');
  return { status: 'signed-in', ...reading.value, isSubscribed, profile: 'loaded', epoch: 1 } as never;
}

function rig(state: SessionState) {
  const $state = atom(state);
  const stored = new Map<string, string>();
  const cache = {
    read: (key: string) => stored.get(key) ?? null,
    write: (key: string, value: string) => stored.set(key, value).size > 0,
    remove: (key: string) => void stored.delete(key),
  };
  const open = () => createFirstSteps({ session: { $state, cache, now: () => now } });
  const shown = (steps: ReturnType<typeof open>) =>
    steps.$steps
      .get()
      .map(({ step, isDone, isOpen }) => `${step} ${isDone ? 'done' : isOpen ? 'open' : 'later'}`);
  return { $state, stored, open, shown };
}

const ago = (days: number): string => new Date(now - days * day).toISOString();

it('offers a member without a plan the next steps, the chat after the plan [first-steps.offered]', () => {
  const { open, shown } = rig(signedIn(1));
  expect(shown(open())).toEqual(['plan open', 'hello later', 'lesson open']);
});

it('keeps steps as done for this member on this device, and ends with the last one [first-steps.done]', () => {
  const { $state, open, shown } = rig(signedIn(1, [ago(1)]));
  const steps = open();
  expect(shown(steps)).toEqual(['plan done', 'hello open', 'lesson open']);
  steps.markDone('hello');
  expect(shown(steps)).toEqual(['plan done', 'hello done', 'lesson open']);
  expect(shown(open())).toEqual(['plan done', 'hello done', 'lesson open']);
  $state.set(signedIn(2, [ago(1)]));
  expect(shown(steps)).toEqual(['plan done', 'hello open', 'lesson open']);
  $state.set(signedIn(1, [ago(1)]));
  steps.markDone('lesson');
  expect(shown(steps)).toEqual([]);
});

it('offers the steps within 14 days of the first payment [first-steps.new]', () => {
  const { open, shown } = rig(signedIn(1, [ago(13)], [ago(13), null]));
  expect(shown(open())).toHaveLength(3);
});

it.each([
  ['whose plan began 15 days ago', signedIn(1, [ago(15)])],
  ['whose first plan began earlier', signedIn(1, [ago(1), ago(400)])],
  ['whose plan was renewed', signedIn(1, [ago(1)], [ago(1), ago(31)])],
  ['whose plan began at an unknown time', signedIn(1, [null])],
  ['whose profile has not loaded', { ...signedIn(1), profile: 'loading' } as never],
  ['who is signed out', { status: 'signed-out' } as never],
])('offers nothing to a member %s [first-steps.new]', (_, state) => {
  const { open, shown } = rig(state);
  const steps = open();
  expect(shown(steps)).toEqual([]);
});

it('ignores stored steps that cannot be read [first-steps.done]', () => {
  const { stored, open, shown } = rig(signedIn(1));
  stored.set('firstSteps', '{"version":1,"user_id":1,"done":["all"]}');
  expect(shown(open())).toEqual(['plan open', 'hello later', 'lesson open']);
});
