// All endpoints by name with their body schemas, for servers, checks and documents. Clients import single endpoints.

import * as accounts from './accounts.endpoints.ts';
import {
  changePasswordBodySchema,
  contactBodySchema,
  deleteAccountBodySchema,
  emailBodySchema,
  loginBodySchema,
  notificationTokenBodySchema,
  registerBodySchema,
  resetPasswordBodySchema,
  updateProfileBodySchema,
  verifyOtpBodySchema,
} from './accounts.ts';
import * as billing from './billing.endpoints.ts';
import { createSubscriptionBodySchema, paymentIntentBodySchema } from './billing.ts';
import * as chat from './chat.endpoints.ts';
import { messageActionBodySchema, postMessageBodySchema } from './chat.ts';
import * as content from './content.endpoints.ts';
import type { ServedEndpoint } from './endpoint.types.ts';
import * as market from './market.endpoints.ts';
import { timeSaleBodySchema } from './market.ts';

/** Every call by its name. */
export interface Endpoints {
  readonly sendOtp: typeof accounts.sendOtpEndpoint;
  readonly verifyOtp: typeof accounts.verifyOtpEndpoint;
  readonly resetPassword: typeof accounts.resetPasswordEndpoint;
  readonly resendOtp: typeof accounts.resendOtpEndpoint;
  readonly login: typeof accounts.loginEndpoint;
  readonly register: typeof accounts.registerEndpoint;
  readonly profile: typeof accounts.profileEndpoint;
  readonly updateProfile: typeof accounts.updateProfileEndpoint;
  readonly logout: typeof accounts.logoutEndpoint;
  readonly changePassword: typeof accounts.changePasswordEndpoint;
  readonly deleteAccount: typeof accounts.deleteAccountEndpoint;
  readonly sessions: typeof accounts.sessionsEndpoint;
  readonly endSession: typeof accounts.endSessionEndpoint;
  readonly endOtherSessions: typeof accounts.endOtherSessionsEndpoint;
  readonly programs: typeof billing.programsEndpoint;
  readonly submitContactForm: typeof content.submitContactFormEndpoint;
  readonly createPaymentIntent: typeof billing.createPaymentIntentEndpoint;
  readonly createSubscription: typeof billing.createSubscriptionEndpoint;
  readonly userExpiration: typeof billing.userExpirationEndpoint;
  readonly subscriptionInfo: typeof billing.subscriptionInfoEndpoint;
  readonly cancelSubscription: typeof billing.cancelSubscriptionEndpoint;
  readonly cancelSubscriptionRequest: typeof billing.cancelSubscriptionRequestEndpoint;
  readonly alert: typeof content.alertEndpoint;
  readonly storeNotificationToken: typeof accounts.storeNotificationTokenEndpoint;
  readonly chats: typeof chat.chatsEndpoint;
  readonly chat: typeof chat.chatEndpoint;
  readonly olderMessages: typeof chat.olderMessagesEndpoint;
  readonly postMessage: typeof chat.postMessageEndpoint;
  readonly muteChat: typeof chat.muteChatEndpoint;
  readonly unmuteChat: typeof chat.unmuteChatEndpoint;
  readonly messageAction: typeof chat.messageActionEndpoint;
  readonly alerts: typeof content.alertsEndpoint;
  readonly courses: typeof content.coursesEndpoint;
  readonly course: typeof content.courseEndpoint;
  readonly newsList: typeof content.newsListEndpoint;
  readonly tickers: typeof market.tickersEndpoint;
  readonly tickerDetails: typeof market.tickerDetailsEndpoint;
  readonly timeSale: typeof market.timeSaleEndpoint;
  readonly candles: typeof market.candlesEndpoint;
}

export type EndpointName = keyof Endpoints;

/** Who may make one call. */
export type AccessOf<Name extends EndpointName> = Endpoints[Name]['access'];

/** Every call with the schema of its body. */
export type ServedEndpoints = { readonly [Name in EndpointName]: ServedEndpoint<Endpoints[Name]> };

/**
 * Adds the body schema to an endpoint. A function without side effects, because bundlers do not remove object spreads:
 * this table would keep every schema in every site.
 */
/* @__NO_SIDE_EFFECTS__ */ function served<Call extends object, Body>(
  call: Call,
  body: Body,
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
  profile: /* @__PURE__ */ served(accounts.profileEndpoint, null),
  updateProfile: /* @__PURE__ */ served(accounts.updateProfileEndpoint, updateProfileBodySchema),
  logout: /* @__PURE__ */ served(accounts.logoutEndpoint, null),
  changePassword: /* @__PURE__ */ served(accounts.changePasswordEndpoint, changePasswordBodySchema),
  deleteAccount: /* @__PURE__ */ served(accounts.deleteAccountEndpoint, deleteAccountBodySchema),
  sessions: /* @__PURE__ */ served(accounts.sessionsEndpoint, null),
  endSession: /* @__PURE__ */ served(accounts.endSessionEndpoint, null),
  endOtherSessions: /* @__PURE__ */ served(accounts.endOtherSessionsEndpoint, null),
  programs: /* @__PURE__ */ served(billing.programsEndpoint, null),
  submitContactForm: /* @__PURE__ */ served(content.submitContactFormEndpoint, contactBodySchema),
  createPaymentIntent: /* @__PURE__ */ served(billing.createPaymentIntentEndpoint, paymentIntentBodySchema),
  createSubscription: /* @__PURE__ */ served(
    billing.createSubscriptionEndpoint,
    createSubscriptionBodySchema,
  ),
  userExpiration: /* @__PURE__ */ served(billing.userExpirationEndpoint, null),
  subscriptionInfo: /* @__PURE__ */ served(billing.subscriptionInfoEndpoint, null),
  cancelSubscription: /* @__PURE__ */ served(billing.cancelSubscriptionEndpoint, null),
  cancelSubscriptionRequest: /* @__PURE__ */ served(billing.cancelSubscriptionRequestEndpoint, null),
  alert: /* @__PURE__ */ served(content.alertEndpoint, null),
  storeNotificationToken: /* @__PURE__ */ served(
    accounts.storeNotificationTokenEndpoint,
    notificationTokenBodySchema,
  ),
  chats: /* @__PURE__ */ served(chat.chatsEndpoint, null),
  chat: /* @__PURE__ */ served(chat.chatEndpoint, null),
  olderMessages: /* @__PURE__ */ served(chat.olderMessagesEndpoint, null),
  postMessage: /* @__PURE__ */ served(chat.postMessageEndpoint, postMessageBodySchema),
  muteChat: /* @__PURE__ */ served(chat.muteChatEndpoint, null),
  unmuteChat: /* @__PURE__ */ served(chat.unmuteChatEndpoint, null),
  messageAction: /* @__PURE__ */ served(chat.messageActionEndpoint, messageActionBodySchema),
  alerts: /* @__PURE__ */ served(content.alertsEndpoint, null),
  courses: /* @__PURE__ */ served(content.coursesEndpoint, null),
  course: /* @__PURE__ */ served(content.courseEndpoint, null),
  newsList: /* @__PURE__ */ served(content.newsListEndpoint, null),
  tickers: /* @__PURE__ */ served(market.tickersEndpoint, null),
  tickerDetails: /* @__PURE__ */ served(market.tickerDetailsEndpoint, null),
  timeSale: /* @__PURE__ */ served(market.timeSaleEndpoint, timeSaleBodySchema),
  candles: /* @__PURE__ */ served(market.candlesEndpoint, null),
};
