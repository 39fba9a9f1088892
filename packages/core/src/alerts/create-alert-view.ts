import { atom } from 'nanostores';
import { endpoints } from '../contract/index.ts';
import { silentLog } from '../ports/index.ts';
import { fail, succeed } from '../shared/result.ts';
import type { AlertView, AlertViewOptions, AlertViewState } from './alerts.types.ts';

/** The public page of one alert (`GET /web/alert/{code}`, product.md 2 and 7). */
export function createAlertView(options: AlertViewOptions): AlertView {
  const { api, log = silentLog } = options;
  const $state = atom<AlertViewState>({ status: 'idle' });
  let request: AbortController | null = null;

  return {
    $state,
    async open(given) {
      request?.abort();
      request = null;
      const code = (given ?? '').trim();
      if (code === '') {
        $state.set({ status: 'no-code' });
        return fail({ code: 'no-code', message: '' } as const);
      }
      // Half a character cannot stand in an address: no server has it.
      if (/[\uD800-\uDFFF]/u.test(code)) {
        $state.set({ status: 'failed', code, message: '' });
        return fail({ code: 'failed', message: '' } as const);
      }
      const mine = new AbortController();
      request = mine;
      $state.set({ status: 'loading', code });
      const answer = await api.request(endpoints.alert, { params: { code }, signal: mine.signal });
      if (request !== mine) return fail({ code: 'superseded', message: '' } as const);
      request = null;
      if (!answer.ok) {
        log('Failed to load alert', answer);
        $state.set({ status: 'failed', code, message: answer.message });
        return fail({ code: 'failed', message: answer.message } as const);
      }
      const { alert } = answer.data;
      if (alert === null) {
        $state.set({ status: 'none', code });
        return fail({ code: 'none', message: '' } as const);
      }
      $state.set({ status: 'ready', code, alert });
      return succeed(alert);
    },
    destroy() {
      request?.abort();
      request = null;
      $state.set({ status: 'idle' });
    },
  };
}
