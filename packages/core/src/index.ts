// The main entry point. Each feature also has its own.
export type { ApiClient, ApiFailure, ApiResponse, ApiSuccess } from './api-client/index.ts';
export { createTexts, englishTexts, type TextCode, type Texts, type TextValues } from './catalogue/index.ts';
export { createOpenbell, type Openbell } from './openbell.ts';
export type {
  OpenbellOptions,
  OpenbellPorts,
  PushConfig,
  PushTokensConfig,
  WebPushConfig,
} from './openbell-options.ts';
export type {
  Clock,
  KeyValueStorage,
  Log,
  OnError,
  Page,
  Random,
  Scheduler,
  SocketFactory,
  Tabs,
} from './ports/index.ts';
export type { Result } from './shared/result.ts';
