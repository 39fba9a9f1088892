import { atom } from 'nanostores';
import { paymentMethodIntentEndpoint, updatePaymentMethodEndpoint } from '../../contract/index.ts';
import { browserPage, silentLog, systemRandom } from '../../ports/index.ts';
import { isUnreadSuccess } from '../../shared/failures.ts';
import { epochOf, watchSession } from '../../shared/session-epoch.ts';
import { missingCards, mountCardForm } from '../cards/card-setup.ts';
import { mayRepeat } from '../enrolment/rules.ts';
import { createPaymentPages } from '../redirects.ts';
import { refreshProfile } from '../refresh-profile.ts';
import { canOpen } from './rules.ts';
import type {
  PaymentMethodError,
  PaymentMethodUpdate,
  PaymentMethodUpdateOptions,
  PaymentMethodUpdateState,
} from './types.ts';

interface Attempt {
  /** Reports whether the update has ended since, or the member has changed. */
  readonly hasEnded: () => boolean;
  readonly clientSecret: string;
  readonly idempotencyKey: string;
  /** Null until the provider has set the card up. */
  paymentMethodId: string | null;
}

const idle: PaymentMethodUpdateState = { step: 'idle', error: null };

/** Creates the update of a payment method. Without side effects before an action. */
export function createPaymentMethodUpdate(options: PaymentMethodUpdateOptions): PaymentMethodUpdate {
  const { api, session, cardSetup } = options;
  const { page = browserPage, random = systemRandom, log = silentLog } = options;
  const pages = createPaymentPages(options);
  const $state = atom<PaymentMethodUpdateState>(idle);
  let attempt: Attempt | null = null;
  /** Incremented by `destroy()`: results of an earlier run are dropped. */
  let run = 0;
  let stopWatching = (): void => {};

  function track(): Attempt['hasEnded'] {
    const mine = run;
    const isSameSession = watchSession(session);
    return () => {
      if (mine === run && !isSameSession()) destroy();
      return mine !== run;
    };
  }

  function refuse(code: PaymentMethodError['code'], message = ''): void {
    $state.set({ step: 'idle', error: { code, message } });
  }

  function destroy(): void {
    run += 1;
    stopWatching();
    attempt = null;
    $state.set(idle);
  }

  async function prepare(renewals = 0): Promise<void> {
    if (epochOf(session.$state.get()) === null) return;
    attempt = null;
    $state.set({ step: 'preparing' });
    const hasEnded = track();
    const response = await api.request(paymentMethodIntentEndpoint, {});
    if (hasEnded()) return;
    if (!response.ok) {
      log('The payment method could not be changed', response);
      // A backend without the call and a subscription that has ended both respond with 404.
      if (response.status === 404) $state.set({ step: 'absent' });
      else refuse('not-started', response.message);
      return;
    }
    const { approveLink, setupIntentClientSecret: clientSecret } = response.data;
    if (clientSecret !== null) {
      if (cardSetup === null) {
        refuse('not-started');
        throw missingCards();
      }
      attempt = { hasEnded, clientSecret, idempotencyKey: random.uuid(), paymentMethodId: null };
      $state.set({ step: 'card', busy: false, error: null, renewals });
      return;
    }
    const url = pages.read(approveLink);
    if (url === null) {
      log('The payment method could not be changed', { blocked: approveLink });
      refuse(approveLink === null ? 'not-started' : 'redirect-blocked');
      return;
    }
    $state.set({ step: 'redirecting' });
    stopWatching = page.onChange((event) => {
      // The member returned from the wallet's page with the Back button.
      if (event === 'visible') destroy();
    });
    pages.open(url);
  }

  async function save({ hasEnded, idempotencyKey }: Attempt, paymentMethodId: string): Promise<void> {
    $state.set({ step: 'saving' });
    const response = await api.request(updatePaymentMethodEndpoint, {
      body: { payment_method_id: paymentMethodId },
      headers: { 'Idempotency-Key': idempotencyKey },
    });
    if (hasEnded()) return;
    if (!response.ok && !isUnreadSuccess(response)) {
      const isUnknown = mayRepeat(response);
      if (!isUnknown) attempt = null;
      const code = response.status === 402 ? 'declined' : 'refused';
      refuse(isUnknown ? 'not-saved' : code, response.message);
      return;
    }
    attempt = null;
    await refreshProfile(session);
    if (!hasEnded()) $state.set({ step: 'saved', message: response.ok ? response.data.message : '' });
  }

  return {
    $state,
    cardSetup,
    async open() {
      if (!canOpen($state.get())) return;
      const id = attempt?.paymentMethodId;
      if (attempt !== null && id && !attempt.hasEnded()) await save(attempt, id);
      else await prepare();
    },
    mountCard: (host, look) =>
      mountCardForm({ cardSetup, log }, host, { ...look, clientSecret: attempt?.clientSecret }),
    async confirmCard(form) {
      const state = $state.get();
      const current = attempt;
      if (state.step !== 'card' || state.busy || current === null || cardSetup === null) return;
      if (current.hasEnded()) return;
      $state.set({ ...state, busy: true, error: null });
      const result = await cardSetup.confirm(current.clientSecret, form);
      if (current.hasEnded()) return;
      if (result.ok) {
        current.paymentMethodId = result.paymentMethodId;
        await save(current, result.paymentMethodId);
      } else if (result.spent === true) {
        await prepare(state.renewals + 1);
      } else {
        $state.set({ ...state, busy: false, error: result.message });
      }
    },
    close() {
      const state = $state.get();
      if (state.step === 'card' && !state.busy) destroy();
    },
    destroy,
  };
}
