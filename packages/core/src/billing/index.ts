/** Plans, payments, cancelling, and how subscriptions are shown. */

export { createCancellation } from './cancellation/create-cancellation.ts';
export {
  displayInfoStatus,
  isCanceled,
  readSubscriptionId,
  unsubscribePath,
} from './cancellation/rules.ts';
export type {
  Cancellation,
  CancellationError,
  CancellationOptions,
  CancellingState,
  CancelTarget,
  SubscriptionInfoState,
} from './cancellation/types.ts';
export type {
  CardForm,
  CardFormLook,
  CardMountOptions,
  CardSetup,
  CardSetupResult,
  CardsConfig,
  MountedCardForm,
} from './cards/card-setup.ts';
export { createCardSetup } from './cards/create-card-setup.ts';
export { type CardFieldErrors, checkCardFields, createSandboxCardSetup } from './cards/sandbox.ts';
export { readSetUpOutcome, type StripeOutcome, type StripeSetupIntent } from './cards/set-up-outcome.ts';
export {
  createStripeCardSetup,
  type StripeCardSetupOptions,
  type StripeForm,
  type StripePaymentForm,
  type StripeScript,
} from './cards/stripe.ts';
export { createBilling } from './create-billing.ts';
export {
  type BillingDate,
  billingDate,
  displayStatus,
  formatDay,
  formatDollars,
  type InvoiceLinkOptions,
  invoiceLink,
  periodOf,
  type StatusDisplay,
} from './display.ts';
export { displayedSubscription } from './displayed-subscription.ts';
export {
  DEFAULT_POLL_LIMITS,
  type PollLimits,
  type PollOutcome,
  pollDelay,
  readPollResponse,
} from './enrolment/poll.ts';
export { type BillingOutlook, billingOutlook, keptUntil } from './outlook.ts';
export {
  addMonths,
  chooseGateway,
  chooseProgram,
  chooseTerm,
  DEFAULT_TRIAL_DAYS,
  GATEWAYS,
  INITIAL_PLAN,
  type PlanChoice,
  type PlanQuote,
  quotePlan,
  withOfferedGateway,
} from './plan.ts';
export { PAYMENT_HOSTS, type PaymentRedirectOptions, paymentRedirect } from './redirects.ts';
export {
  monthlyRenewalCents,
  type RefundablePayment,
  type RefundQuote,
  refundQuote,
} from './refund.ts';
export type {
  Billing,
  BillingError,
  BillingOptions,
  EnrolmentState,
  EnrolOutcome,
  ProgramsState,
} from './types.ts';
