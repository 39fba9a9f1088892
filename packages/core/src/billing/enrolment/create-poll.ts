import type { ApiClient } from '../../api-client/index.ts';
import { userExpirationEndpoint } from '../../contract/index.ts';
import type { Cancel, Page, Timers } from '../../ports/index.ts';
import { type PollLimits, type PollOutcome, pollDelay, readPollResponse } from './poll.ts';

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

/** A poll that can be paused. */
export interface Poll {
  /** Sends a request now, or when the wait that `hold()` interrupted is over. Waits while the page is hidden. */
  run(): void;
  /** Pauses; a pending response is dropped. */
  hold(): void;
}

/** Polls the subscription's state, one request at a time and without an upper bound. After an error it continues. */
export function createPoll(options: PollOptions): Poll {
  const { api, page, scheduler, limits, now, onEnd } = options;
  let abort: AbortController | null = null;
  let cancelWait: Cancel = () => {};
  let stopPage: () => void = () => {};
  /** Milliseconds since the epoch. Kept while paused, so that a restart does not shorten a wait. */
  let notBefore = 0;

  function hold(): void {
    abort?.abort();
    abort = null;
    cancelWait();
    stopPage();
  }

  /** Sends a request now, or when the page becomes visible. */
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
    const response = await api.request(userExpirationEndpoint, { signal: mine.signal });
    if (abort !== mine) return;
    const outcome: PollOutcome = response.ok ? readPollResponse(response.data) : { kind: 'waiting' };
    if (outcome.kind === 'waiting') {
      const delay = pollDelay(response.ok ? null : response.retryAfter, limits);
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
      // Bounded, in case the clock was set back.
      const wait = Math.min(notBefore - now(), limits.longestWait);
      if (wait > 0) cancelWait = scheduler.after(wait, () => next(mine));
      else next(mine);
    },
    hold,
  };
}
