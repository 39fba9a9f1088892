import type { Openbell } from '@openbell/core';

/** The features that a provider can provide, without the methods that run the library. */
export type OpenbellFeatures = Omit<Openbell, 'start' | 'destroy'>;

/** The part of the library that contains each feature. The type ensures that the list is complete. */
export const partOf: Readonly<Record<keyof OpenbellFeatures, 'site' | 'member'>> = {
  api: 'site',
  session: 'site',
  signIn: 'site',
  socialSignIn: 'site',
  signUp: 'site',
  otpReset: 'site',
  captcha: 'site',
  contact: 'site',
  billing: 'site',
  theme: 'site',
  alertView: 'site',
  push: 'site',
  profile: 'member',
  firstSteps: 'member',
  profileEditor: 'member',
  passwordChange: 'member',
  accountDeletion: 'member',
  devices: 'member',
  memberData: 'member',
  news: 'member',
  courses: 'member',
  alerts: 'member',
  realtime: 'member',
  groupChat: 'member',
  personalChat: 'member',
  optionsFeed: 'member',
  tradeFlash: 'member',
  flashAlerts: 'member',
  timeSales: 'member',
  tickerSearch: 'member',
  tickerDetails: 'member',
  priceChart: 'member',
};

/** All names in {@link partOf}. */
export const featureNames = Object.keys(partOf) as readonly (keyof OpenbellFeatures)[];
