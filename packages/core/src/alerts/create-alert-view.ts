import { atom } from 'nanostores';
import { type Alert, alertEndpoint } from '../contract/index.ts';
import { silentLog } from '../ports/index.ts';
import { createFlight } from '../shared/flight.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { isRetryable } from '../shared/retry.ts';
import type { AlertView, AlertViewError, AlertViewOptions, AlertViewState } from './alerts.types.ts';

type Outcome = Result<Alert, AlertViewError>;

/** Creates the public page of one alert (`GET /web/alert/{code}`). */
export function createAlertView(options: AlertViewOptions): AlertView {
  const { api, log = silentLog } = options;
  const $state = atom<AlertViewState>({ status: 'idle' });
  const flight = createFlight<Outcome>();

  async function fetchAlert(code: string, signal: AbortSignal): Promise<Outcome> {
    const response = await api.request(alertEndpoint, { params: { code }, signal });
    if (!flight.end(signal)) return fail({ code: 'superseded', message: '' });
    const refuse = (message: string, canRetry: boolean): Outcome => {
      log('Failed to load alert', response);
      $state.set({ status: 'failed', code, message, isRetryable: canRetry });
      return fail({ code: 'failed', message });
    };
    if (!response.ok) return refuse(response.message, isRetryable(response));
    if ('error' in response.data) return refuse(response.data.error, false);
    const { alert } = response.data;
    if (alert === null) {
      $state.set({ status: 'none', code });
      return fail({ code: 'none', message: '' });
    }
    $state.set({ status: 'ready', code, alert });
    return succeed(alert);
  }

  return {
    $state,
    open(given) {
      const code = (given ?? '').trim();
      const pending = flight.pending();
      const state = $state.get();
      if (pending !== null && 'code' in state && state.code === code) return pending;
      flight.abort();
      if (code === '') {
        $state.set({ status: 'no-code' });
        return Promise.resolve(fail({ code: 'no-code', message: '' }));
      }
      // A lone surrogate cannot be in a URL, so no server has such a code.
      if (/[\uD800-\uDFFF]/u.test(code)) {
        $state.set({ status: 'failed', code, message: '', isRetryable: false });
        return Promise.resolve(fail({ code: 'failed', message: '' }));
      }
      $state.set({ status: 'loading', code });
      return flight.run((signal) => fetchAlert(code, signal));
    },
    destroy() {
      flight.abort();
      $state.set({ status: 'idle' });
    },
  };
}
