import type { ApiClient } from '../api-client/index.ts';
import { endpoints } from '../contract/index.ts';
import type { Cancel, Page, Scheduler } from '../ports/index.ts';
import { type PollLimits, type PollOutcome, pollDelay, readPollAnswer } from './billing.poll.ts';

export interface PollOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly page: Page;
  readonly scheduler: Scheduler;
  readonly limits: PollLimits;
  /** Active or failed: the poll has ended. */
  readonly onEnd: (outcome: Exclude<PollOutcome, { kind: 'waiting' }>) => void;
}

/** A poll that can be held and let go on. */
export interface Poll {
  /** Asks at once, then after each answer's wait; while the page is hidden it waits. */
  run(): void;
  /** Holds it; an answer that is still on its way is dropped. */
  hold(): void;
}

/**
 * Asks for the subscription's state (decisions.md 4): one request at a time, the next wait starts when the answer is
 * in, no upper bound. No answer, a refusal and a malformed one are waited out alike.
 */
export function createPoll(options: PollOptions): Poll {
  const { api, page, scheduler, limits, onEnd } = options;
  let abort: AbortController | null = null;
  let cancelWait: Cancel = () => {};
  let stopPage: () => void = () => {};

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
    const answer = await api.request(endpoints.userExpiration, { signal: mine.signal });
    if (abort !== mine) return;
    const outcome: PollOutcome = answer.ok ? readPollAnswer(answer.data) : { kind: 'waiting' };
    if (outcome.kind === 'waiting') {
      cancelWait = scheduler.after(pollDelay(answer.ok ? null : answer.retryAfter, limits), () => next(mine));
      return;
    }
    hold();
    onEnd(outcome);
  }

  return {
    run() {
      hold();
      abort = new AbortController();
      next(abort);
    },
    hold,
  };
}
