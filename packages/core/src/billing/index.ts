/** Plans, payments, cancelling, and how subscriptions are shown. */
export {
  displayInfoStatus,
  isCanceled,
  readSubscriptionId,
  unsubscribePath,
} from './billing.cancellation.ts';
export type {
  Cancellation,
  CancellationError,
  CancellationOptions,
  CancellingState,
  CancelTarget,
  SubscriptionInfoState,
} from './billing.cancellation.types.ts';
export { type CardFieldErrors, checkCardFields, createSandboxCardSetup } from './billing.card-sandbox.ts';
export type {
  CardForm,
  CardFormLook,
  CardPlace,
  CardSetup,
  CardSetupResult,
  CardsConfig,
  MountedCardForm,
} from './billing.card-setup.ts';
export {
  createStripeCardSetup,
  type StripeCardSetupOptions,
  type StripeForm,
  type StripePaymentForm,
  type StripeScript,
} from './billing.card-stripe.ts';
export {
  type BillingDate,
  billingDate,
  displayStatus,
  formatDay,
  formatDollars,
  INVOICE_HOSTS,
  type InvoiceLinkOptions,
  invoiceLink,
  periodOf,
  type StatusDisplay,
} from './billing.display.ts';
export { displayedSubscription } from './billing.displayed.ts';
export { type BillingOutlook, billingOutlook, keptUntil } from './billing.outlook.ts';
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
} from './billing.plan.ts';
export {
  DEFAULT_POLL_LIMITS,
  type PollLimits,
  type PollOutcome,
  pollDelay,
  readPollAnswer,
} from './billing.poll.ts';
export { PAYMENT_HOSTS, type PaymentRedirectOptions, paymentRedirect } from './billing.redirects.ts';
export {
  monthlyRenewalCents,
  type RefundablePayment,
  type RefundQuote,
  refundQuote,
} from './billing.refund.ts';
export { readSetUpOutcome, type StripeOutcome, type StripeSetupIntent } from './billing.set-up-outcome.ts';
export type {
  Billing,
  BillingError,
  BillingOptions,
  EnrolmentState,
  EnrolOutcome,
  ProgramsState,
} from './billing.types.ts';
export { createBilling } from './create-billing.ts';
export { createCancellation } from './create-cancellation.ts';
export { createCardSetup } from './create-card-setup.ts';
