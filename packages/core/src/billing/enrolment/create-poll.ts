import type { ApiClient } from '../../api-client/index.ts';
import { userExpirationEndpoint } from '../../contract/index.ts';
import type { Cancel, Page, Timers } from '../../ports/index.ts';
import { type PollLimits, type PollOutcome, pollDelay, readPollAnswer } from './poll.ts';

export interface PollOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly page: Page;
  readonly scheduler: Timers;
  readonly limits: PollLimits;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Active or failed: the poll has ended. */
  readonly onEnd: (outcome: Exclude<PollOutcome, { kind: 'waiting' }>) => void;
}

/** A poll that can be held and let go on. */
export interface Poll {
  /** Asks at once (when it was held within a wait, after it), then after each answer's wait; not while hidden. */
  run(): void;
  /** Holds it; an answer that is still on its way is dropped. */
  hold(): void;
}

/**
 * Asks for the subscription's state: one request at a time, the next wait starts when the answer is
 * in, no upper bound. No answer, a refusal and a malformed one are waited out alike.
 */
export function createPoll(options: PollOptions): Poll {
  const { api, page, scheduler, limits, now, onEnd } = options;
  let abort: AbortController | null = null;
  let cancelWait: Cancel = () => {};
  let stopPage: () => void = () => {};
  /** A wait outlives being held: whoever comes back soon does not ask sooner for it. */
  let notBefore = 0;

  function hold(): void {
    abort?.abort();
    abort = null;
    cancelWait();
    stopPage();
  }

  /** Asks now, or as soon as the page is looked at. */
  function next(mine: AbortController): void {
    if (page.isVisible()) {
      void ask(mine);
      return;
    }
    stopPage = page.onChange((event) => {
      if (event !== 'visible') return;
      stopPage();
      void ask(mine);
    });
  }

  async function ask(mine: AbortController): Promise<void> {
    const answer = await api.request(userExpirationEndpoint, { signal: mine.signal });
    if (abort !== mine) return;
    const outcome: PollOutcome = answer.ok ? readPollAnswer(answer.data) : { kind: 'waiting' };
    if (outcome.kind === 'waiting') {
      const delay = pollDelay(answer.ok ? null : answer.retryAfter, limits);
      notBefore = now() + delay;
      cancelWait = scheduler.after(delay, () => next(mine));
      return;
    }
    hold();
    onEnd(outcome);
  }

  return {
    run() {
      hold();
      const mine = new AbortController();
      abort = mine;
      // A clock that was set back meanwhile does not make it wait longer than any wait may be.
      const wait = Math.min(notBefore - now(), limits.longestWait);
      if (wait > 0) cancelWait = scheduler.after(wait, () => next(mine));
      else next(mine);
    },
    hold,
  };
}
