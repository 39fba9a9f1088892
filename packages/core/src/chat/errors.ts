import type { ApiFailure } from '../api-client/index.ts';

/**
 * - `refused`: the server rejected the request; `message` is its text, or empty.
 * - `not-allowed`: signed out, or not subscribed.
 * - `missing`: the chat or message does not exist, or the viewer has no access to it.
 * - `unavailable`: no usable response was received.
 */
export type ChatErrorCode = 'refused' | 'not-allowed' | 'missing' | 'unavailable';

export interface ChatError {
  readonly code: ChatErrorCode;
  /** The server's own message, or empty. */
  readonly message: string;
}

/** Converts a failed response to a chat error. */
export function toChatError(response: ApiFailure): ChatError {
  const { message, status, kind } = response;
  if (kind !== 'http' || status >= 500) return { code: 'unavailable', message: '' };
  if (status === 401 || status === 403) return { code: 'not-allowed', message };
  return { code: status === 404 ? 'missing' : 'refused', message };
}
