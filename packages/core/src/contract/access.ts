// Who may make which call: the one table. Servers, the in-memory server and the OpenAPI document read it.
import type { EndpointName } from './endpoint.types.ts';

/** Visitor: everyone; member: signed in; subscriber: signed in with access that has not ended. */
export type Access = 'visitor' | 'member' | 'subscriber';

/**
 * Who may make each call of the contract. What is about one's own things alone (a subscription, a chat that one is a
 * member of) is 404 for others on top of this.
 */
export const access = {
  sendOtp: 'visitor',
  verifyOtp: 'visitor',
  resetPassword: 'visitor',
  resendOtp: 'visitor',
  login: 'visitor',
  register: 'visitor',
  profile: 'member',
  updateProfile: 'member',
  logout: 'member',
  changePassword: 'member',
  deleteAccount: 'member',
  sessions: 'member',
  endSession: 'member',
  endOtherSessions: 'member',
  programs: 'visitor',
  submitContactForm: 'visitor',
  createPaymentIntent: 'member',
  createSubscription: 'member',
  userExpiration: 'member',
  subscriptionInfo: 'member',
  cancelSubscription: 'member',
  cancelSubscriptionRequest: 'member',
  alert: 'visitor',
  storeNotificationToken: 'member',
  chats: 'subscriber',
  chat: 'subscriber',
  olderMessages: 'subscriber',
  postMessage: 'subscriber',
  muteChat: 'subscriber',
  unmuteChat: 'subscriber',
  messageAction: 'subscriber',
  alerts: 'subscriber',
  courses: 'member',
  course: 'member',
  newsList: 'member',
  tickers: 'subscriber',
  tickerDetails: 'subscriber',
  timeSale: 'subscriber',
  candles: 'subscriber',
} as const;

/** Who may make one call; does not compile while the table has no row for a call. */
export type AccessOf<Name extends EndpointName> = (typeof access)[Name];
