import { atom, type WritableAtom } from 'nanostores';
import type { Cancel, Page, Timers } from '../../ports/index.ts';
import { fail, type Result } from '../../shared/result.ts';
import { epochOf } from '../../shared/session-epoch.ts';
import { refreshProfile } from '../refresh-profile.ts';
import type { BillingError, BillingOptions, EnrolmentState } from '../types.ts';
import { createPoll } from './create-poll.ts';
import type { PollLimits } from './poll.ts';
import { type CardAttempt, CHOOSING, isAtRest } from './rules.ts';

export interface EnrolmentOptions extends Pick<BillingOptions, 'api' | 'session'> {
  readonly page: Page;
  readonly scheduler: Timers;
  readonly limits: PollLimits;
  /** The enrolment was reset because the signed-in member has changed. */
  readonly onMemberChange: () => void;
}

/** The state of one enrolment. It ends with `reset()`, and when the member changes. */
export interface Enrolment {
  readonly $state: WritableAtom<EnrolmentState>;
  /** Null unless a card is being set up. */
  card: CardAttempt | null;
  put(state: EnrolmentState): void;
  /** Goes back to choosing, with an error. */
  refuse(code: BillingError['code'], message?: string): Result<never, BillingError>;
  reset(): void;
  followMember(): void;
  /** Returns a function that reports whether the enrolment has ended since. */
  track(): () => boolean;
  /** Polls until the subscription is active, or the payment has failed. */
  confirm(): void;
  start(): () => void;
}

export function createEnrolment(options: EnrolmentOptions): Enrolment {
  const { session, scheduler, limits, onMemberChange } = options;
  const $state = atom<EnrolmentState>(CHOOSING);
  /** Incremented by `reset()`: results of an earlier run are dropped. */
  let run = 0;
  let owner: number | null = null;
  let isStarted = false;
  let cancelLate: Cancel = () => {};
  const poll = createPoll({
    ...options,
    now: session.now,
    onEnd(outcome) {
      if (outcome.kind === 'active') void finish();
      else refuse('payment-failed', outcome.message ?? '');
    },
  });

  function put(state: EnrolmentState): void {
    if (state.step !== 'confirming') {
      cancelLate();
      poll.hold();
    }
    $state.set(state);
  }

  function refuse(code: BillingError['code'], message = ''): Result<never, BillingError> {
    const error: BillingError = { code, message };
    put({ step: 'choosing', error });
    return fail(error);
  }

  function reset(): void {
    run += 1;
    enrolment.card = null;
    put(CHOOSING);
  }

  function followMember(): void {
    const epoch = epochOf(session.$state.get());
    if (epoch === owner) return;
    owner = epoch;
    reset();
    onMemberChange();
  }

  function track(): () => boolean {
    const mine = run;
    return () => {
      followMember();
      return mine !== run;
    };
  }

  async function finish(): Promise<void> {
    enrolment.card = null;
    const hasEnded = track();
    await refreshProfile(session);
    if (!hasEnded()) put({ step: 'subscribed' });
  }

  const enrolment: Enrolment = {
    $state,
    card: null,
    put,
    refuse,
    reset,
    followMember,
    track,
    confirm() {
      put({ step: 'confirming', late: false });
      cancelLate();
      cancelLate = scheduler.after(limits.longAfter, () => put({ step: 'confirming', late: true }));
      if (isStarted) poll.run();
    },
    start() {
      isStarted = true;
      if ($state.get().step === 'confirming') poll.run();
      return () => {
        isStarted = false;
        poll.hold();
        const state = $state.get();
        if (!isAtRest(state)) return;
        // A card that is set up already is kept: enrolling again uses it.
        const { card } = enrolment;
        reset();
        if (state.step === 'choosing') enrolment.card = card;
      };
    },
  };
  return enrolment;
}
