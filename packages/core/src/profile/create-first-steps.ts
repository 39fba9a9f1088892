import { atom, computed, type ReadableAtom } from 'nanostores';
import type { Session } from '../session/index.ts';
import { type FirstStep, type FirstStepState, firstSteps } from './first-steps.rules.ts';
import { readFirstSteps, writeFirstSteps } from './first-steps.storage.ts';

/** The next steps of a new member. */
export interface FirstSteps {
  /** The steps of a new member, in order; empty for others, when all are done, and until the profile has loaded. */
  readonly $steps: ReadableAtom<readonly FirstStepState[]>;
  /** Marks a step of the signed-in member as done on this device. */
  readonly markDone: (step: Exclude<FirstStep, 'plan'>) => void;
}

/** Options of {@link createFirstSteps}. */
export interface FirstStepsOptions {
  readonly session: Pick<Session, '$state' | 'cache' | 'now'>;
}

/** Creates the next steps of a new member: choose a plan, say hello, watch a lesson. */
export function createFirstSteps({ session }: FirstStepsOptions): FirstSteps {
  const { $state, cache } = session;
  const $marks = atom(0);

  return {
    $steps: computed([$state, $marks], (state) => {
      if (state.status !== 'signed-in' || state.user === null || state.profile !== 'loaded') return [];
      const { user, subscriptions, isSubscribed } = state;
      return firstSteps({ user, subscriptions, isSubscribed }, readFirstSteps(cache, user.id), session.now());
    }),
    markDone(step) {
      const state = $state.get();
      if (state.status !== 'signed-in' || state.user === null) return;
      const { id } = state.user;
      const done = readFirstSteps(cache, id);
      if (done.includes(step)) return;
      writeFirstSteps(cache, id, [...done, step]);
      $marks.set($marks.get() + 1);
    },
  };
}
