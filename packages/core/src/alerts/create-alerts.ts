import { atom } from 'nanostores';
import { type Alert, alertsEndpoint } from '../contract/index.ts';
import { browserPage, silentLog, systemClock, systemTimers } from '../ports/index.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { alertsErrorOf, alertsMeet, mergeAlerts } from './alerts.rules.ts';
import type { Alerts, AlertsError, AlertsOptions, AlertsState } from './alerts.types.ts';

type Outcome = Result<readonly Alert[], AlertsError>;

const TICK_EVERY = 30_000;
const empty: AlertsState = { status: 'idle', items: [], page: 0, hasMore: false };

/** Creates the list of alerts for subscribers (`GET /web/alerts`). */
export function createAlerts(options: AlertsOptions): Alerts {
  const {
    api,
    now = () => systemClock.now(),
    scheduler = systemTimers,
    page = browserPage,
    tickEvery = TICK_EVERY,
    log = silentLog,
    onError,
  } = options;
  const $state = atom<AlertsState>(empty);
  const $now = atom(0);
  let flight: { readonly controller: AbortController; readonly outcome: Promise<Outcome> } | null = null;

  async function fetchPages(controller: AbortController, more: boolean): Promise<Outcome> {
    const { items: kept, page: last } = $state.get();
    let next = more ? last + 1 : 1;
    for (;;) {
      const answer = await api.request(alertsEndpoint, {
        query: { page: next },
        signal: controller.signal,
      });
      if (flight?.controller !== controller) return fail({ code: 'superseded' });
      if (!answer.ok) {
        flight = null;
        const error = alertsErrorOf(answer);
        log('Failed to load alerts', answer);
        onError?.({ where: 'alerts', error: answer });
        $state.set({ ...$state.get(), status: 'failed', error });
        return fail(error);
      }
      const { data, last_page } = answer.data;
      const isContinued = next > 1 || alertsMeet(kept, data);
      const items = mergeAlerts(isContinued ? kept : [], data);
      const reached = isContinued ? Math.max(next, last) : next;
      const hasMore = reached < last_page;
      // New alerts have shifted known ones to this page: the requested ones are on the next page.
      if (more && next > 1 && hasMore && items.length === kept.length) {
        next += 1;
        continue;
      }
      flight = null;
      $now.set(now());
      $state.set({ status: 'ready', items, page: reached, hasMore });
      return succeed(items);
    }
  }

  function begin(more: boolean): Promise<Outcome> {
    if (flight) return flight.outcome;
    const controller = new AbortController();
    const { items, page: last, hasMore } = $state.get();
    $state.set({ status: more && last > 0 ? 'loading-more' : 'loading', items, page: last, hasMore });
    // Set before the request starts, because the answer may be synchronous.
    let resolve!: (outcome: Outcome) => void;
    const outcome = new Promise<Outcome>((settle) => {
      resolve = settle;
    });
    flight = { controller, outcome };
    void fetchPages(controller, more).then(resolve);
    return outcome;
  }

  const lifecycle = createLifecycle(() => {
    let cancel = (): void => {};
    const tick = (): void => {
      cancel();
      $now.set(now());
      cancel = page.isVisible() ? scheduler.after(tickEvery, tick) : () => {};
    };
    const unlisten = page.onChange((event) => {
      if (event === 'visible') tick();
    });
    tick();
    return () => {
      cancel();
      unlisten();
    };
  });

  return {
    $state,
    $now,
    load: () => begin(false),
    loadMore() {
      const { page: last, hasMore, items } = $state.get();
      return last > 0 && !hasMore && flight === null ? Promise.resolve(succeed(items)) : begin(true);
    },
    start: lifecycle.start,
    destroy() {
      lifecycle.destroy();
      flight?.controller.abort();
      flight = null;
      $state.set(empty);
    },
  };
}
