import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { Gateway, Program, Term } from '../contract/index.ts';
import type { Log, Page, Random, Timers } from '../ports/index.ts';
import type { Session } from '../session/index.ts';
import type { FormInput } from '../shared/form-input.ts';
import type { Result } from '../shared/result.ts';
import type { Cancellation } from './cancellation/types.ts';
import type { CardForm, CardPlace, CardSetup, MountedCardForm } from './cards/card-setup.ts';
import type { PollLimits } from './enrolment/poll.ts';
import type { PlanChoice, PlanQuote } from './plan.ts';

/** The programs on offer; a failed reload keeps the last good list. */
export interface ProgramsState {
  readonly status: 'idle' | 'loading' | 'loaded' | 'failed';
  readonly programs: readonly Program[];
}

/**
 * Why an enrolment went no further.
 *
 * - `signed-out`: a plain form was submitted by a visitor. `plan-missing`: nothing is chosen.
 * - `intent-failed`: the payment could not be begun.
 * - `redirect-blocked`: the wallet's address is not on the allow-list.
 * - `subscription-failed`: the card was set up, the subscription not made; enrolling again tries the same one again.
 * - `payment-failed`: the provider says that the payment will not come. `busy`: another step is under way.
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
 * Where an enrolment stands.
 *
 * - `choosing`: on the pricing card. `preparing`: the payment intent is asked for.
 * - `card`: the payment-method modal is open; `quote` is what the card will be charged, `error` the provider's, shown
 *   inline (empty: it gave no words).
 * - `redirecting`: the browser goes to the wallet. `subscribing`: the subscription is made.
 * - `confirming`: the status is polled; `late` after 60 s. `subscribed`: active, and the profile is loaded anew.
 */
export type EnrolmentState =
  | { readonly step: 'choosing'; readonly error: BillingError | null }
  | { readonly step: 'preparing' | 'redirecting' | 'subscribing' | 'subscribed' }
  | {
      readonly step: 'card';
      readonly busy: boolean;
      readonly error: string | null;
      /** How often the form had to be replaced, because the one before could take no card any more. */
      readonly renewals: number;
      readonly quote: PlanQuote | null;
    }
  | { readonly step: 'confirming'; readonly late: boolean };

/** What follows from pressing Enroll: `sign-in` and `profile` are pages to go to, `here` stays on the card. */
export type EnrolOutcome = 'sign-in' | 'profile' | 'here';

export interface BillingOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly session: Pick<Session, '$state' | 'now' | 'refreshProfile' | 'start'>;
  readonly cardSetup: CardSetup;
  /** The ways to pay that the site offers; card and wallet by default. */
  readonly gateways?: readonly Gateway[];
  /** Sends the browser to a payment provider; `location.assign` by default. Only checked addresses reach it. */
  readonly redirect?: (url: string) => void;
  /** The site's own origin; the page's by default. */
  readonly origin?: () => string;
  /** Hosts a payment redirect may lead to; `PAYMENT_HOSTS` by default. */
  readonly redirectHosts?: readonly string[];
  /** How often, and how long, the new subscription is asked for. */
  readonly poll?: Partial<PollLimits>;
  readonly page?: Page;
  readonly scheduler?: Timers;
  readonly random?: Random;
  readonly log?: Log;
}

/** Choosing a plan, paying for it, waiting until it is active, and cancelling it. */
export interface Billing extends Cancellation {
  readonly $programs: ReadableAtom<ProgramsState>;
  readonly $plan: ReadableAtom<PlanChoice>;
  /** What the chosen plan costs; null while none is chosen. */
  readonly $quote: ReadableAtom<PlanQuote | null>;
  readonly $enrolment: ReadableAtom<EnrolmentState>;
  /** The ways to pay that the site offers; empty when it takes no payments. */
  readonly gateways: readonly Gateway[];
  /** The card provider's part, for the modal that draws its form. */
  readonly cardSetup: CardSetup;

  /** Keeps the session started and follows it and the page; the poll runs only while started. Reference-counted. */
  start(): () => void;
  destroy(): void;

  /** Loads the programs; calls at the same time share one request. */
  loadPrograms(): Promise<Result<readonly Program[], { readonly code: 'unavailable' }>>;
  /** The program to enroll in; null for none yet. */
  chooseProgram(programId: number | null): void;
  /** 1 is monthly, 2 yearly. Changing to yearly switches the gateway to paypal. */
  chooseTerm(term: Term): void;
  /** Card or wallet. */
  chooseGateway(gateway: Gateway): void;

  /**
   * Begins to pay for what is chosen. Gives where to go on: `here` (see `$enrolment`), `sign-in` for a visitor, `profile`
   * for who is subscribed already: nothing was begun, `$enrolment` stays as it is, and the page says so.
   */
  enroll(): Promise<Result<EnrolOutcome, BillingError>>;
  /** Draws the provider's form for the card that is being set up; null when it could not be loaded, or is not wanted. */
  mountCard(host: HTMLElement, place: CardPlace): Promise<MountedCardForm | null>;
  /** The modal's 'Set up': hands the form to the provider, then makes the subscription. */
  confirmCard(form: CardForm): Promise<void>;
  /**
   * For a page with a plain form: does what its step is about. While choosing, takes the fields `program`, `term` and
   * `gateway` (where the form has it) and enrolls; at the card, takes `number`, `expiry` and `cvc` and confirms it. What
   * follows is in `$enrolment` too: a visitor reads `signed-out`, a subscriber `subscribed`. Takes the fields, or the
   * submit event of the form that has them.
   */
  submit(form: FormInput): Promise<void>;
  /** Closes the modal; nothing is charged. */
  closeCard(): void;
  /** Waits for a subscription that was paid elsewhere (the wallet's way back). */
  awaitSubscription(): void;
  /** Back to choosing, without an error; what is still on its way is dropped. */
  reset(): void;
}
