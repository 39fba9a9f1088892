import {
  cancelSubscriptionEndpoint,
  cancelSubscriptionRequestEndpoint,
  type SubscriptionInfo,
  subscriptionInfoEndpoint,
} from '../../contract/index.ts';
import { silentLog } from '../../ports/index.ts';
import { isUnreadSuccess } from '../../shared/failures.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { isRetryable } from '../../shared/retry.ts';
import { createOwned, epochOf } from '../../shared/session-epoch.ts';
import { displayedSubscription } from '../displayed-subscription.ts';
import { createPaymentPages } from '../redirects.ts';
import { refreshProfile } from '../refresh-profile.ts';
import { cancelTarget, isCanceled } from './rules.ts';
import type {
  Cancellation,
  CancellationError,
  CancellationOptions,
  CancellingState,
  CancelTarget,
  SubscriptionInfoState,
} from './types.ts';

const NO_INFO: SubscriptionInfoState = {
  status: 'idle',
  id: null,
  info: null,
  message: '',
};
const IDLE: CancellingState = { step: 'idle', id: null };
const superseded: CancellationError = { code: 'superseded', message: '' };

/** Returns a function that shares one promise among concurrent calls of the same name and session. */
function createFlights(epoch: () => number | null) {
  const flights = new Map<string, Promise<unknown>>();
  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const key = `${name} ${epoch()}`;
    const running = flights.get(key) as Promise<T> | undefined;
    if (running !== undefined) return running;
    const flight = work().finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}

/** Creates cancellation. Without side effects before an action. */
export function createCancellation(options: CancellationOptions): Cancellation {
  const { api, session, log = silentLog } = options;
  const pages = createPaymentPages(options);
  const [$subscriptionInfo, putInfo] = createOwned(session, NO_INFO);
  const [$cancelling, putCancelling] = createOwned(session, IDLE);
  let infoFlight: Promise<Result<SubscriptionInfo, CancellationError>> | null = null;
  /** Number of the latest request for a subscription; earlier responses are ignored. */
  let infoRun = 0;

  const epoch = (): number | null => epochOf(session.$state.get());
  const once = createFlights(epoch);

  async function loadInfo(id: number, run: number): Promise<Result<SubscriptionInfo, CancellationError>> {
    const mine = epoch();
    const before = $subscriptionInfo.get();
    const info = before.id === id ? before.info : null;
    const put = (state: Omit<SubscriptionInfoState, 'id'>): void => {
      if (infoRun === run) putInfo(mine, { ...state, id });
    };
    put({ status: 'loading', info, message: '' });
    const response = await api.request(subscriptionInfoEndpoint, { params: { id } });
    if (epoch() !== mine) return fail(superseded);
    if (response.ok && response.data.error) {
      const { message } = response.data;
      put({ status: 'refused', info, message });
      return fail({ code: 'refused', message });
    }
    if (response.ok && response.data.subscription !== null) {
      put({ status: 'ready', info: response.data.subscription, message: '' });
      return succeed(response.data.subscription);
    }
    log('Failed to load the subscription', response);
    const message = response.ok ? response.data.message : response.message;
    put({ status: 'failed', info, message, isRetryable: response.ok || isRetryable(response) });
    return fail({ code: 'failed', message });
  }

  function loadSubscriptionInfo(id: number): Promise<Result<SubscriptionInfo, CancellationError>> {
    const loading = $subscriptionInfo.get();
    if (infoFlight !== null && loading.status === 'loading' && loading.id === id) return infoFlight;
    infoRun += 1;
    infoFlight = loadInfo(id, infoRun);
    return infoFlight;
  }

  async function request(): Promise<Result<CancelTarget, CancellationError>> {
    const mine = epoch();
    putCancelling(mine, { step: 'requesting', id: null });
    const response = await api.request(cancelSubscriptionRequestEndpoint, {});
    const state = session.$state.get();
    if (state.status !== 'signed-in' || state.epoch !== mine) return fail(superseded);
    putCancelling(mine, IDLE);
    if (!response.ok) log('Failed to ask where to cancel', response);
    const url = response.ok ? response.data.url : null;
    const displayed = displayedSubscription(state.subscriptions, state.user);
    const allowed = url === null ? null : pages.read(url);
    const target = cancelTarget(allowed, displayed);
    if (url !== null && target?.kind !== 'left') log('Failed to ask where to cancel', { blocked: url });
    if (target === null) {
      const { message } = response.ok ? response.data : response;
      return fail({ code: 'nothing-to-cancel', message });
    }
    if (target.kind === 'left') pages.open(target.url);
    return succeed(target);
  }

  async function cancelNow(id: number): Promise<Result<{ readonly id: number }, CancellationError>> {
    const mine = epoch();
    const put = (step: CancellingState['step']): void => putCancelling(mine, { step, id });
    put('cancelling');
    const response = await api.request(cancelSubscriptionEndpoint, { params: { id } });
    if (epoch() !== mine) return fail(superseded);
    if (response.ok || isUnreadSuccess(response)) {
      void refreshProfile(session);
      put('canceled');
      return succeed({ id });
    }
    log('Failed to cancel the subscription', response);
    const done = response.status === 0 && (await wasDone(id));
    if (epoch() !== mine) return fail(superseded);
    put(done ? 'canceled' : 'failed');
    return done ? succeed({ id }) : fail({ code: 'failed', message: response.message });
  }

  /** Whether the server canceled although its response was lost. */
  async function wasDone(id: number): Promise<boolean> {
    const refreshed = await refreshProfile(session);
    const state = session.$state.get();
    return refreshed.ok && state.status === 'signed-in' && isCanceled(state.subscriptions, id);
  }

  return {
    $subscriptionInfo,
    $cancelling,
    loadSubscriptionInfo,
    requestCancel: () => once('request', request),
    cancel: (id) => once(`cancel ${id}`, () => cancelNow(id)),
  };
}
