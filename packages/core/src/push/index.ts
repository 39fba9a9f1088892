/** Push messages: permission, token, renewal. */
export { createPush } from './create-push.ts';
export { createWebPushTokens, type WebPushOptions } from './create-web-push-tokens.ts';
export { isTokenDue } from './push.rules.ts';
export { PUSH_TOKEN_KEY, type PushRecord } from './push.storage.ts';
export {
  type Push,
  type PushError,
  type PushErrorCode,
  type PushOptions,
  type PushState,
  PushTokenError,
  type PushTokens,
} from './push.types.ts';
