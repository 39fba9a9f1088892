// All calls in one table with the bodies that they accept, for whoever serves, checks or documents them; a client imports
// the calls that it makes.

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
import type { ServedEndpoints } from './endpoint.types.ts';
import * as market from './market.endpoints.ts';
import { timeSaleBodySchema } from './market.ts';

export const endpoints: ServedEndpoints = {
  sendOtp: { ...accounts.sendOtpEndpoint, body: emailBodySchema },
  verifyOtp: { ...accounts.verifyOtpEndpoint, body: verifyOtpBodySchema },
  resetPassword: { ...accounts.resetPasswordEndpoint, body: resetPasswordBodySchema },
  resendOtp: { ...accounts.resendOtpEndpoint, body: emailBodySchema },
  login: { ...accounts.loginEndpoint, body: loginBodySchema },
  register: { ...accounts.registerEndpoint, body: registerBodySchema },
  profile: { ...accounts.profileEndpoint, body: null },
  updateProfile: { ...accounts.updateProfileEndpoint, body: updateProfileBodySchema },
  logout: { ...accounts.logoutEndpoint, body: null },
  changePassword: { ...accounts.changePasswordEndpoint, body: changePasswordBodySchema },
  deleteAccount: { ...accounts.deleteAccountEndpoint, body: deleteAccountBodySchema },
  sessions: { ...accounts.sessionsEndpoint, body: null },
  endSession: { ...accounts.endSessionEndpoint, body: null },
  endOtherSessions: { ...accounts.endOtherSessionsEndpoint, body: null },
  programs: { ...billing.programsEndpoint, body: null },
  submitContactForm: { ...accounts.submitContactFormEndpoint, body: contactBodySchema },
  createPaymentIntent: { ...billing.createPaymentIntentEndpoint, body: paymentIntentBodySchema },
  createSubscription: { ...billing.createSubscriptionEndpoint, body: createSubscriptionBodySchema },
  userExpiration: { ...billing.userExpirationEndpoint, body: null },
  subscriptionInfo: { ...billing.subscriptionInfoEndpoint, body: null },
  cancelSubscription: { ...billing.cancelSubscriptionEndpoint, body: null },
  cancelSubscriptionRequest: { ...billing.cancelSubscriptionRequestEndpoint, body: null },
  alert: { ...content.alertEndpoint, body: null },
  storeNotificationToken: { ...accounts.storeNotificationTokenEndpoint, body: notificationTokenBodySchema },
  chats: { ...chat.chatsEndpoint, body: null },
  chat: { ...chat.chatEndpoint, body: null },
  olderMessages: { ...chat.olderMessagesEndpoint, body: null },
  postMessage: { ...chat.postMessageEndpoint, body: postMessageBodySchema },
  muteChat: { ...chat.muteChatEndpoint, body: null },
  unmuteChat: { ...chat.unmuteChatEndpoint, body: null },
  messageAction: { ...chat.messageActionEndpoint, body: messageActionBodySchema },
  alerts: { ...content.alertsEndpoint, body: null },
  courses: { ...content.coursesEndpoint, body: null },
  course: { ...content.courseEndpoint, body: null },
  newsList: { ...content.newsListEndpoint, body: null },
  tickers: { ...market.tickersEndpoint, body: null },
  tickerDetails: { ...market.tickerDetailsEndpoint, body: null },
  timeSale: { ...market.timeSaleEndpoint, body: timeSaleBodySchema },
  candles: { ...market.candlesEndpoint, body: null },
};
