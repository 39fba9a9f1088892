import { atom } from 'nanostores';
import { type Alert, alertsEndpoint } from '../contract/index.ts';
import { browserPage, silentLog, systemClock, systemTimers } from '../ports/index.ts';
import { loadFailure } from '../shared/failures.ts';
import { createFlight } from '../shared/flight.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { createLoadRetries } from '../shared/load-retries.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { mergeAlerts, mergePage } from './alerts.rules.ts';
import type { Alerts, AlertsError, AlertsOptions, AlertsState } from './alerts.types.ts';

type Outcome = Result<readonly Alert[], AlertsError>;

const TICK_EVERY = 30_000;
const empty: AlertsState = { status: 'idle', items: [], page: 0, hasMore: false };

/** Creates the list of alerts for subscribers (`GET /web/alerts`). */
export function createAlerts(options: AlertsOptions): Alerts {
  const { api, realtime, now = () => systemClock.now(), tickEvery = TICK_EVERY, onError } = options;
  const { scheduler = systemTimers, page = browserPage, log = silentLog } = options;
  const $state = atom<AlertsState>(empty);
  const $now = atom(0);
  /** Ids; a response that is still pending may have them. */
  const retracted = new Set<number>();
  /** Alerts that arrived during the pending request, whose response may not have them. */
  let arrived: readonly Alert[] = [];
  /** Whether alerts may have been missed since the pending request was sent. */
  let isOutdated = false;
  const flight = createFlight<Outcome>();
  const retries = createLoadRetries(() => void begin(false, true), { scheduler, page });

  async function fetchPages(signal: AbortSignal, more: boolean): Promise<Outcome> {
    const { items: kept, page: last } = $state.get();
    let next = more ? last + 1 : 1;
    for (;;) {
      const response = await api.request(alertsEndpoint, { query: { page: next }, signal });
      if (signal.aborted) return fail({ code: 'superseded' });
      if (!response.ok) {
        flight.end(signal);
        const error: AlertsError = { code: `alerts-${loadFailure(response)}` };
        log('Failed to load alerts', response);
        onError?.({ where: 'alerts', error: response });
        $state.set({ ...$state.get(), status: 'failed', error });
        retries.failed(response);
        return fail(error);
      }
      const list = { items: kept, page: last, retracted, arrived };
      const { hasNothingNew, ...merged } = mergePage(list, { ...response.data, number: next });
      // New alerts have shifted known ones to this page: the requested ones are on the next page.
      if (more && next > 1 && merged.hasMore && hasNothingNew) {
        next += 1;
        continue;
      }
      flight.end(signal);
      $now.set(now());
      $state.set({ status: 'ready', ...merged });
      retries.reset();
      if (isOutdated) void begin(false);
      return succeed(merged.items);
    }
  }

  /** An automatic retry leaves the failed state until it succeeds. */
  function begin(more: boolean, isRetry = false): Promise<Outcome> {
    const pending = flight.pending();
    const { status, items, page: last, hasMore } = $state.get();
    if (!isRetry && (pending === null || status === 'failed'))
      $state.set({ status: more && last > 0 ? 'loading-more' : 'loading', items, page: last, hasMore });
    if (pending !== null) return pending;
    arrived = [];
    isOutdated = false;
    return flight.run((signal) => fetchPages(signal, more));
  }

  /** Loads what may have been missed without a connection. */
  function catchUp(): void {
    const { page: last, items } = $state.get();
    if (flight.isPending()) isOutdated = true;
    else if (last > 0 || items.length > 0) void begin(false);
  }

  function add(alert: Alert): void {
    if (retracted.has(alert.id)) return;
    if (flight.isPending()) arrived = [alert, ...arrived];
    const state = $state.get();
    // Before the first page is loaded, its response has the alert.
    if (state.page > 0 || state.items.length > 0)
      $state.set({ ...state, items: mergeAlerts(state.items, [alert]) });
  }

  function retract(id: number): void {
    retracted.add(id);
    const { items, page: last, hasMore } = $state.get();
    if (!items.some((alert) => alert.id === id)) return;
    $state.set({
      ...$state.get(),
      items: items.filter((alert) => alert.id !== id),
      // The first alert of the next page is now on the last loaded one, which is requested again.
      page: hasMore ? last - 1 : last,
    });
  }

  const lifecycle = createLifecycle(() => {
    let cancel = (): void => {};
    const tick = (): void => {
      cancel();
      $now.set(now());
      cancel = page.isVisible() ? scheduler.after(tickEvery, tick) : () => {};
    };
    tick();
    return [
      () => cancel(),
      page.onChange((event) => event === 'visible' && tick()),
      realtime?.on('alert_published', ({ alert }) => add(alert)),
      realtime?.on('alert_retracted', ({ id }) => retract(id)),
      realtime?.on('reopened', catchUp),
      realtime?.start(),
      retries.start(),
    ];
  });

  return {
    $state,
    $now,
    load: () => begin(false),
    loadMore() {
      const { page: last, hasMore, items } = $state.get();
      return last > 0 && !hasMore && !flight.isPending() ? Promise.resolve(succeed(items)) : begin(true);
    },
    start: lifecycle.start,
    destroy() {
      lifecycle.destroy();
      flight.abort();
      retries.reset();
      retracted.clear();
      $state.set(empty);
    },
  };
}
