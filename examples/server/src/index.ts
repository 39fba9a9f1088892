// The public entry of the server, for a package beside it such as examples/sandbox, which imports no other file of it.

export type { AccessTable } from './access.ts';
export type { BillingContext } from './billing/billing.types.ts';
export { runBillingJobs } from './billing/jobs.ts';
export { openSetupIntent } from './billing/set-up-intents.ts';
export { subscribe } from './billing/subscribe.ts';
export { syncInvoices, syncSubscription } from './billing/sync.ts';
export type { Clock } from './clock.ts';
export { STATED_TRIAL_DAYS } from './config.ts';
export { addCourse, type NewCourse } from './content/add-course.ts';
export { codeExpiry, newAlertCode, publishAlert } from './content/alerts.ts';
export type { ServerContext } from './context.ts';
export type { Db } from './db/database.ts';
export { DEMO_DATA_KEY, recordDemoRows } from './db/demo-data.ts';
export { lockKey } from './db/lock-key.ts';
export {
  and,
  asc,
  bigint,
  desc,
  eq,
  inArray,
  integer,
  isNull,
  jsonb,
  lt,
  lte,
  min,
  pgTable,
  sql,
  text,
} from './db/query.ts';
export { appState, mails, users } from './db/schema/accounts.ts';
export { programs } from './db/schema/billing.ts';
export { chatMembers, chats, messageReactions, messages } from './db/schema/chat.ts';
export { siteAlerts } from './db/schema/content.ts';
export { isAllowedOrigin } from './http/headers/origins.ts';
export { fieldError, HttpError, notFound } from './http/http-error.ts';
export { openStaticSite } from './http/site/static-site.ts';
export { validate } from './http/validate.ts';
export type { Bus } from './live/bus.ts';
export { createLogger, type Logger } from './log.ts';
export { deliverMails, listMails, type ShownMail } from './mail/outbox.ts';
export type { CardProvider } from './providers/cards/cards.types.ts';
export { createStripeCards } from './providers/cards/stripe-cards.ts';
export { createShared, type FeedSource, frameOf, prefixed } from './providers/feed/feed-source.ts';
export { createFacebookIdentity } from './providers/identity/facebook.ts';
export { createGoogleIdentity } from './providers/identity/google.ts';
export type { Identities, IdentityProviderName } from './providers/identity/identity.types.ts';
export type { MailProvider } from './providers/mail/mail-provider.ts';
export {
  addDays,
  isTradingDay,
  latestSession,
  type MarketDay,
  nthWeekday,
  previousTradingDay,
  sessionOf,
  weekday,
} from './providers/market/calendar.ts';
export {
  BIGGEST_LIMIT,
  type CandleInterval,
  logoPath,
  type MarketDataProvider,
  TIME_SALES_LIMIT,
  type TickerLogo,
} from './providers/market/market.types.ts';
export { sideOf } from './providers/market/trade-side.ts';
export type { NewsProvider } from './providers/news/news-provider.ts';
export { centsOf, writeMoney } from './providers/wallet/paypal-shapes.ts';
export { createPaypalWallet } from './providers/wallet/paypal-wallet.ts';
export type { WalletProvider } from './providers/wallet/wallet.types.ts';
export type { OtherHandler } from './routes.ts';
export type {
  FeedSandboxParts,
  PaymentSandboxParts,
  RunningSandboxService,
  Sandbox,
  SandboxService,
} from './sandbox.types.ts';
export { readInstallationKey } from './security/installation-keys.ts';
export { hashPassword } from './security/passwords.ts';
export { equalInConstantTime, sha256Hex } from './security/tokens.ts';
export type { Timers } from './timers.ts';
