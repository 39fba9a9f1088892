import type { Openbell } from '@openbell/core';

/** The features that a provider can give; what runs them is not for those below it. */
export type OpenbellFeatures = Omit<Openbell, 'start' | 'destroy'>;

/** Which part of the library each feature comes from. The type holds the list complete. */
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
  profileEditor: 'member',
  passwordChange: 'member',
  accountDeletion: 'member',
  devices: 'member',
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

/** Every name of {@link partOf}. */
export const featureNames = Object.keys(partOf) as readonly (keyof OpenbellFeatures)[];
