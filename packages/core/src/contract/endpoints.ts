// All endpoints by name with their body schemas, for servers, checks and documents. Clients import single endpoints.

import * as accounts from './accounts.endpoints.ts';
import {
  changePasswordBodySchema,
  contactBodySchema,
  deleteAccountBodySchema,
  emailBodySchema,
  factorCodeBodySchema,
  loginBodySchema,
  notificationTokenBodySchema,
  registerBodySchema,
  resetPasswordBodySchema,
  updateProfileBodySchema,
  verifyOtpBodySchema,
} from './accounts.ts';
import * as billing from './billing.endpoints.ts';
import {
  createSubscriptionBodySchema,
  paymentIntentBodySchema,
  updatePaymentMethodBodySchema,
} from './billing.ts';
import * as chat from './chat.endpoints.ts';
import { messageActionBodySchema, postMessageBodySchema } from './chat.ts';
import * as content from './content.endpoints.ts';
import type { ServedEndpoint } from './endpoint.types.ts';
import * as factors from './factors.endpoints.ts';
import { proveBodySchema } from './factors.ts';
import * as market from './market.endpoints.ts';
import { timeSaleBodySchema } from './market.ts';
import * as passkeys from './passkeys.endpoints.ts';
import { passkeyAttestationSchema } from './passkeys.ts';

type Calls = typeof accounts &
  typeof billing &
  typeof chat &
  typeof content &
  typeof factors &
  typeof market &
  typeof passkeys;

/** Every call by its name: `login` is `loginEndpoint`. */
export type Endpoints = {
  readonly [Name in keyof Calls as Name extends `${infer Call}Endpoint` ? Call : never]: Calls[Name];
};

export type EndpointName = keyof Endpoints;

/** Who may make one call. */
export type AccessOf<Name extends EndpointName> = Endpoints[Name]['access'];

/** Every call with the schema of its body. */
export type ServedEndpoints = { readonly [Name in EndpointName]: ServedEndpoint<Endpoints[Name]> };

/**
 * Adds the body schema to an endpoint. A function without side effects, because bundlers do not remove object spreads:
 * this table would keep every schema in every site.
 */
/* @__NO_SIDE_EFFECTS__ */ function served<Call extends object, Body = null>(
  call: Call,
  body: Body = null as Body,
): Call & { readonly body: Body } {
  return { ...call, body };
}

export const endpoints: ServedEndpoints = {
  sendOtp: /* @__PURE__ */ served(accounts.sendOtpEndpoint, emailBodySchema),
  verifyOtp: /* @__PURE__ */ served(accounts.verifyOtpEndpoint, verifyOtpBodySchema),
  resetPassword: /* @__PURE__ */ served(accounts.resetPasswordEndpoint, resetPasswordBodySchema),
  resendOtp: /* @__PURE__ */ served(accounts.resendOtpEndpoint, emailBodySchema),
  login: /* @__PURE__ */ served(accounts.loginEndpoint, loginBodySchema),
  register: /* @__PURE__ */ served(accounts.registerEndpoint, registerBodySchema),
  profile: /* @__PURE__ */ served(accounts.profileEndpoint),
  updateProfile: /* @__PURE__ */ served(accounts.updateProfileEndpoint, updateProfileBodySchema),
  logout: /* @__PURE__ */ served(accounts.logoutEndpoint),
  changePassword: /* @__PURE__ */ served(accounts.changePasswordEndpoint, changePasswordBodySchema),
  deleteAccount: /* @__PURE__ */ served(accounts.deleteAccountEndpoint, deleteAccountBodySchema),
  sessions: /* @__PURE__ */ served(accounts.sessionsEndpoint),
  endSession: /* @__PURE__ */ served(accounts.endSessionEndpoint),
  endOtherSessions: /* @__PURE__ */ served(accounts.endOtherSessionsEndpoint),
  factors: /* @__PURE__ */ served(factors.factorsEndpoint),
  prove: /* @__PURE__ */ served(factors.proveEndpoint, proveBodySchema),
  newAuthenticator: /* @__PURE__ */ served(factors.newAuthenticatorEndpoint),
  confirmAuthenticator: /* @__PURE__ */ served(factors.confirmAuthenticatorEndpoint, factorCodeBodySchema),
  removeAuthenticator: /* @__PURE__ */ served(factors.removeAuthenticatorEndpoint),
  newRecoveryCodes: /* @__PURE__ */ served(factors.newRecoveryCodesEndpoint),
  passkeys: /* @__PURE__ */ served(passkeys.passkeysEndpoint),
  newPasskey: /* @__PURE__ */ served(passkeys.newPasskeyEndpoint),
  addPasskey: /* @__PURE__ */ served(passkeys.addPasskeyEndpoint, passkeyAttestationSchema),
  removePasskey: /* @__PURE__ */ served(passkeys.removePasskeyEndpoint),
  passkeySignIn: /* @__PURE__ */ served(passkeys.passkeySignInEndpoint),
  passkeyProof: /* @__PURE__ */ served(passkeys.passkeyProofEndpoint),
  dataExport: /* @__PURE__ */ served(accounts.dataExportEndpoint),
  requestDataExport: /* @__PURE__ */ served(accounts.requestDataExportEndpoint),
  programs: /* @__PURE__ */ served(billing.programsEndpoint),
  submitContactForm: /* @__PURE__ */ served(content.submitContactFormEndpoint, contactBodySchema),
  createPaymentIntent: /* @__PURE__ */ served(billing.createPaymentIntentEndpoint, paymentIntentBodySchema),
  createSubscription: /* @__PURE__ */ served(
    billing.createSubscriptionEndpoint,
    createSubscriptionBodySchema,
  ),
  userExpiration: /* @__PURE__ */ served(billing.userExpirationEndpoint),
  subscriptionInfo: /* @__PURE__ */ served(billing.subscriptionInfoEndpoint),
  cancelSubscription: /* @__PURE__ */ served(billing.cancelSubscriptionEndpoint),
  cancelSubscriptionRequest: /* @__PURE__ */ served(billing.cancelSubscriptionRequestEndpoint),
  paymentMethodIntent: /* @__PURE__ */ served(billing.paymentMethodIntentEndpoint),
  updatePaymentMethod: /* @__PURE__ */ served(
    billing.updatePaymentMethodEndpoint,
    updatePaymentMethodBodySchema,
  ),
  alert: /* @__PURE__ */ served(content.alertEndpoint),
  storeNotificationToken: /* @__PURE__ */ served(
    accounts.storeNotificationTokenEndpoint,
    notificationTokenBodySchema,
  ),
  chats: /* @__PURE__ */ served(chat.chatsEndpoint),
  chat: /* @__PURE__ */ served(chat.chatEndpoint),
  olderMessages: /* @__PURE__ */ served(chat.olderMessagesEndpoint),
  chatUsers: /* @__PURE__ */ served(chat.chatUsersEndpoint),
  messageReaders: /* @__PURE__ */ served(chat.messageReadersEndpoint),
  postMessage: /* @__PURE__ */ served(chat.postMessageEndpoint, postMessageBodySchema),
  muteChat: /* @__PURE__ */ served(chat.muteChatEndpoint),
  unmuteChat: /* @__PURE__ */ served(chat.unmuteChatEndpoint),
  messageAction: /* @__PURE__ */ served(chat.messageActionEndpoint, messageActionBodySchema),
  alerts: /* @__PURE__ */ served(content.alertsEndpoint),
  courses: /* @__PURE__ */ served(content.coursesEndpoint),
  course: /* @__PURE__ */ served(content.courseEndpoint),
  newsList: /* @__PURE__ */ served(content.newsListEndpoint),
  tickers: /* @__PURE__ */ served(market.tickersEndpoint),
  tickerDetails: /* @__PURE__ */ served(market.tickerDetailsEndpoint),
  timeSale: /* @__PURE__ */ served(market.timeSaleEndpoint, timeSaleBodySchema),
  candles: /* @__PURE__ */ served(market.candlesEndpoint),
};
