import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { Gateway, Program, Term } from '../contract/index.ts';
import type { Log, Page, Random, Timers } from '../ports/index.ts';
import type { Session } from '../session/index.ts';
import type { FormInput } from '../shared/form-input.ts';
import type { Result } from '../shared/result.ts';
import type { Cancellation } from './cancellation/types.ts';
import type { CardForm, CardMountOptions, CardSetup, MountedCardForm } from './cards/card-setup.ts';
import type { PollLimits } from './enrolment/poll.ts';
import type { PlanChoice, PlanQuote } from './plan.ts';

/** The programs on offer. A failed reload keeps the list that was loaded before. */
export interface ProgramsState {
  readonly status: 'idle' | 'loading' | 'loaded' | 'failed';
  readonly programs: readonly Program[];
}

/**
 * Why an enrolment stopped.
 *
 * - `signed-out`: a visitor submitted a plain form. `plan-missing`: no program is chosen.
 * - `intent-failed`: the payment could not be started.
 * - `redirect-blocked`: the wallet's URL is not on the allow-list.
 * - `subscription-failed`: the card is set up, but the subscription was not created; enrolling again retries it.
 * - `payment-failed`: the provider reports that the payment failed. `busy`: another step is pending.
 */
export interface BillingError {
  readonly code:
    | 'signed-out'
    | 'plan-missing'
    | 'intent-failed'
    | 'redirect-blocked'
    | 'subscription-failed'
    | 'payment-failed'
    | 'busy';
  /** The server's or provider's own message, or empty. */
  readonly message: string;
}

/**
 * The step of an enrolment.
 *
 * - `choosing`: on the pricing card. `preparing`: the payment intent is requested.
 * - `card`: the payment-method modal is open; `quote` is the price, `error` the provider's message for the form (empty
 *   without one).
 * - `redirecting`: the browser opens the wallet's page. `subscribing`: the subscription is created.
 * - `confirming`: the status is polled; `late` after 60 s. `subscribed`: active, and the profile is up to date.
 */
export type EnrolmentState =
  | { readonly step: 'choosing'; readonly error: BillingError | null }
  | { readonly step: 'preparing' | 'redirecting' | 'subscribing' | 'subscribed' }
  | {
      readonly step: 'card';
      readonly busy: boolean;
      readonly error: string | null;
      /** How often the form was replaced because its set-up intent no longer accepted a card. */
      readonly renewals: number;
      readonly quote: PlanQuote | null;
    }
  | { readonly step: 'confirming'; readonly late: boolean };

/** Where to go after Enroll: `sign-in` and `profile` are pages, `here` stays on the pricing card. */
export type EnrolOutcome = 'sign-in' | 'profile' | 'here';

export interface BillingOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly session: Pick<Session, '$state' | 'now' | 'refreshProfile' | 'start'>;
  /** Null for a site without a card provider. */
  readonly cardSetup: CardSetup | null;
  /** The payment methods that the site offers; card and wallet by default. */
  readonly gateways?: readonly Gateway[];
  /** Sends the browser to a payment provider; `location.assign` by default. Only checked addresses reach it. */
  readonly redirect?: (url: string) => void;
  /** The site's own origin; the page's by default. */
  readonly origin?: () => string;
  /** Hosts a payment redirect may lead to; `PAYMENT_HOSTS` by default. */
  readonly redirectHosts?: readonly string[];
  /** How the status of a new subscription is polled. */
  readonly poll?: Partial<PollLimits>;
  readonly page?: Page;
  readonly scheduler?: Timers;
  readonly random?: Random;
  readonly log?: Log;
}

/** Chooses a plan, pays for it, waits until it is active, and cancels it. */
export interface Billing extends Cancellation {
  readonly $programs: ReadableAtom<ProgramsState>;
  readonly $plan: ReadableAtom<PlanChoice>;
  /** The price of the chosen plan; null while none is chosen. */
  readonly $quote: ReadableAtom<PlanQuote | null>;
  readonly $enrolment: ReadableAtom<EnrolmentState>;
  /** The payment methods that the site offers; empty when it takes no payments. */
  readonly gateways: readonly Gateway[];
  /** The card provider's form, for the payment modal; null without a card provider. */
  readonly cardSetup: CardSetup | null;
  /** The options of this billing, also for `createPaymentMethodUpdate`. */
  readonly options: BillingOptions;

  /** Starts the session and follows it; polls only while started. Reference-counted. */
  start(): () => void;
  destroy(): void;

  /** Loads the programs; simultaneous calls share one request. */
  loadPrograms(): Promise<Result<readonly Program[], { readonly code: 'unavailable' }>>;
  /** The program to enroll in; null for none yet. */
  chooseProgram(programId: number | null): void;
  /** 1 is monthly, 2 yearly. Changing to yearly switches the gateway to paypal. */
  chooseTerm(term: Term): void;
  /** Card or wallet. */
  chooseGateway(gateway: Gateway): void;

  /**
   * Starts to pay for the chosen plan. Resolves with `here` (see `$enrolment`), `sign-in` for a visitor, or `profile` for
   * a subscriber; the last two change nothing.
   *
   * @throws TypeError for a card payment without a card provider.
   */
  enroll(): Promise<Result<EnrolOutcome, BillingError>>;
  /** Renders the provider's card form; null when it could not be loaded, or no card is being set up. */
  mountCard(host: HTMLElement, options: CardMountOptions): Promise<MountedCardForm | null>;
  /** Sends the form to the provider, then creates the subscription. */
  confirmCard(form: CardForm): Promise<void>;
  /**
   * For a plain HTML form: enrolls with the fields `program`, `term` and `gateway` (optional), or, at the step `card`,
   * confirms `number`, `expiry` and `cvc`. The outcome is in `$enrolment`: `signed-out` for a visitor, `subscribed` for a
   * subscriber.
   *
   * @param form The fields, or the submit event of the form.
   */
  submit(form: FormInput): Promise<void>;
  /** Closes the modal; nothing is charged. */
  closeCard(): void;
  /** Waits for a subscription that was paid on the wallet's page. */
  awaitSubscription(): void;
  /** Goes back to choosing; pending results are dropped. */
  reset(): void;
}
