import { atom } from 'nanostores';
import { type Alert, alertEndpoint } from '../contract/index.ts';
import { silentLog } from '../ports/index.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { isRetryable } from '../shared/retry.ts';
import type { AlertView, AlertViewError, AlertViewOptions, AlertViewState } from './alerts.types.ts';

type Outcome = Result<Alert, AlertViewError>;

interface Flight {
  readonly code: string;
  readonly controller: AbortController;
  readonly outcome: Promise<Outcome>;
}

/** Creates the public page of one alert (`GET /web/alert/{code}`). */
export function createAlertView(options: AlertViewOptions): AlertView {
  const { api, log = silentLog } = options;
  const $state = atom<AlertViewState>({ status: 'idle' });
  let flight: Flight | null = null;

  function cancel(): void {
    flight?.controller.abort();
    flight = null;
  }

  async function fetchAlert(code: string, controller: AbortController): Promise<Outcome> {
    const response = await api.request(alertEndpoint, { params: { code }, signal: controller.signal });
    if (flight?.controller !== controller) return fail({ code: 'superseded', message: '' });
    flight = null;
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
      if (flight?.code === code) return flight.outcome;
      cancel();
      if (code === '') {
        $state.set({ status: 'no-code' });
        return Promise.resolve(fail({ code: 'no-code', message: '' }));
      }
      // A lone surrogate cannot be in a URL, so no server has such a code.
      if (/[\uD800-\uDFFF]/u.test(code)) {
        $state.set({ status: 'failed', code, message: '', isRetryable: false });
        return Promise.resolve(fail({ code: 'failed', message: '' }));
      }
      const controller = new AbortController();
      $state.set({ status: 'loading', code });
      flight = { code, controller, outcome: fetchAlert(code, controller) };
      return flight.outcome;
    },
    destroy() {
      cancel();
      $state.set({ status: 'idle' });
    },
  };
}
