export { buildUrl, parseBody, readErrorBody } from './api-client.rules.ts';
export type {
  ApiClient,
  ApiClientOptions,
  ApiFailure,
  ApiResponse,
  ApiSuccess,
  RequestFile,
  RequestInput,
  RequestToken,
  SessionMode,
} from './api-client.types.ts';
export { createApiClient } from './create-api-client.ts';
