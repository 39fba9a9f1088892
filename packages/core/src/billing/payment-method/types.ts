import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../../api-client/index.ts';
import type { Log, Page, Random } from '../../ports/index.ts';
import type { Session } from '../../session/index.ts';
import type { CardForm, CardSetup } from '../cards/card-setup.ts';
import type { Billing } from '../types.ts';

/**
 * Why an update stopped.
 *
 * - `not-started`: the card form or the wallet's page could not be requested.
 * - `redirect-blocked`: the wallet's URL is not on the allow-list.
 * - `declined`: the card could not be charged; the former card stays. `refused`: the server did not take the card.
 * - `not-saved`: the card is set up, but it is not known whether it was saved; opening again retries without a new form.
 */
export interface PaymentMethodError {
  readonly code: 'not-started' | 'redirect-blocked' | 'declined' | 'refused' | 'not-saved';
  /** The server's message, or empty. */
  readonly message: string;
}

/**
 * The step of an update.
 *
 * - `preparing`: the form or page is requested. `card`: the form is open. `redirecting`: the wallet's page opens.
 * - `saving`: the card is saved, and an open invoice is paid. `saved`: done, and the profile is up to date.
 * - `absent`: the backend does not have the call.
 */
export type PaymentMethodUpdateState =
  | { readonly step: 'idle'; readonly error: PaymentMethodError | null }
  | { readonly step: 'preparing' | 'redirecting' | 'saving' | 'absent' }
  | { readonly step: 'saved'; readonly message: string }
  | {
      readonly step: 'card';
      readonly busy: boolean;
      /** The provider's message for the form. */
      readonly error: string | null;
      /** How often the form was replaced because its set-up intent no longer accepted a card. */
      readonly renewals: number;
    };

/** Options of `createPaymentMethodUpdate`; usually `billing.options`. */
export interface PaymentMethodUpdateOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly session: Pick<Session, '$state' | 'refreshProfile'>;
  /** From `billing.cardSetup`. */
  readonly cardSetup: CardSetup | null;
  /** Sends the browser to the wallet's page; `location.assign` by default. Only checked addresses reach it. */
  readonly redirect?: ((url: string) => void) | undefined;
  /** The site's own origin; the page's by default. */
  readonly origin?: (() => string) | undefined;
  /** Hosts that the wallet's page may have; `PAYMENT_HOSTS` by default. */
  readonly redirectHosts?: readonly string[] | undefined;
  readonly page?: Page | undefined;
  readonly random?: Random | undefined;
  readonly log?: Log | undefined;
}

/** Changes the payment method of the member's subscription, and pays an open invoice at once. */
export interface PaymentMethodUpdate extends Pick<Billing, 'mountCard'> {
  readonly $state: ReadableAtom<PaymentMethodUpdateState>;
  readonly cardSetup: CardSetup | null;
  /**
   * Opens the card form or the wallet's page. Does nothing while an update runs.
   *
   * @throws TypeError for a card without a card provider.
   */
  open(): Promise<void>;
  /** Sends the form to the provider, then saves the card. */
  confirmCard(form: CardForm): Promise<void>;
  /** Closes the form; nothing has changed. Does nothing while it is busy. */
  close(): void;
  /** Drops pending results. */
  destroy(): void;
}
