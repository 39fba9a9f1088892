export { buildUrl, parseBody, readErrorBody } from './api-client.rules.ts';
export type {
  Answer,
  AnswerFailure,
  AnswerOk,
  ApiClient,
  ApiClientOptions,
  RequestFile,
  RequestInput,
  RequestToken,
  SessionMode,
} from './api-client.types.ts';
export { createApiClient } from './create-api-client.ts';
