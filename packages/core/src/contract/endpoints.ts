// All calls in one table, for whoever serves, checks or documents them; a client imports the calls that it makes.
import * as accounts from './accounts.endpoints.ts';
import * as billing from './billing.endpoints.ts';
import * as chat from './chat.endpoints.ts';
import * as content from './content.endpoints.ts';
import type { Endpoints } from './endpoint.types.ts';
import * as market from './market.endpoints.ts';

export const endpoints: Endpoints = {
  sendOtp: accounts.sendOtpEndpoint,
  verifyOtp: accounts.verifyOtpEndpoint,
  resetPassword: accounts.resetPasswordEndpoint,
  resendOtp: accounts.resendOtpEndpoint,
  login: accounts.loginEndpoint,
  register: accounts.registerEndpoint,
  profile: accounts.profileEndpoint,
  updateProfile: accounts.updateProfileEndpoint,
  logout: accounts.logoutEndpoint,
  deleteAccount: accounts.deleteAccountEndpoint,
  sessions: accounts.sessionsEndpoint,
  endSession: accounts.endSessionEndpoint,
  endOtherSessions: accounts.endOtherSessionsEndpoint,
  programs: billing.programsEndpoint,
  submitContactForm: accounts.submitContactFormEndpoint,
  createPaymentIntent: billing.createPaymentIntentEndpoint,
  createSubscription: billing.createSubscriptionEndpoint,
  userExpiration: billing.userExpirationEndpoint,
  subscriptionInfo: billing.subscriptionInfoEndpoint,
  cancelSubscription: billing.cancelSubscriptionEndpoint,
  cancelSubscriptionRequest: billing.cancelSubscriptionRequestEndpoint,
  alert: content.alertEndpoint,
  storeNotificationToken: accounts.storeNotificationTokenEndpoint,
  chats: chat.chatsEndpoint,
  chat: chat.chatEndpoint,
  olderMessages: chat.olderMessagesEndpoint,
  postMessage: chat.postMessageEndpoint,
  muteChat: chat.muteChatEndpoint,
  unmuteChat: chat.unmuteChatEndpoint,
  messageAction: chat.messageActionEndpoint,
  alerts: content.alertsEndpoint,
  courses: content.coursesEndpoint,
  course: content.courseEndpoint,
  newsList: content.newsListEndpoint,
  tickers: market.tickersEndpoint,
  tickerDetails: market.tickerDetailsEndpoint,
  timeSale: market.timeSaleEndpoint,
  candles: market.candlesEndpoint,
};
