// The calls of membership and billing.
import {
  cancelRequestAnswerSchema,
  createSubscriptionAnswerSchema,
  expirationAnswerSchema,
  paymentIntentAnswerSchema,
  programsSchema,
  subscriptionInfoAnswerSchema,
} from './billing.ts';
import { act, get, post, unknownAnswer } from './endpoint.build.ts';
import type { Endpoints } from './endpoint.types.ts';

export const programsEndpoint: Endpoints['programs'] = /* @__PURE__ */ get('/web/program', programsSchema);
export const createPaymentIntentEndpoint: Endpoints['createPaymentIntent'] = /* @__PURE__ */ post(
  '/web/create-payment-intent',
  paymentIntentAnswerSchema,
);
export const createSubscriptionEndpoint: Endpoints['createSubscription'] = /* @__PURE__ */ post(
  '/web/create-subscription',
  createSubscriptionAnswerSchema,
);
export const userExpirationEndpoint: Endpoints['userExpiration'] = /* @__PURE__ */ get(
  '/web/user-expiration',
  expirationAnswerSchema,
);
export const subscriptionInfoEndpoint: Endpoints['subscriptionInfo'] = /* @__PURE__ */ get(
  '/web/subscription-info/{id}',
  subscriptionInfoAnswerSchema,
);
export const cancelSubscriptionEndpoint: Endpoints['cancelSubscription'] = /* @__PURE__ */ act(
  '/web/cancel-subscription/{id}',
  unknownAnswer,
);
export const cancelSubscriptionRequestEndpoint: Endpoints['cancelSubscriptionRequest'] = /* @__PURE__ */ act(
  '/web/cancel-subscription-request',
  cancelRequestAnswerSchema,
);
