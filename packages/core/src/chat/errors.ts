import type { AnswerFailure } from '../api-client/index.ts';
import type { ChatError } from './types.ts';

/** A refusal, or the lack of an answer, in chat's own words. */
export function toChatError(answer: AnswerFailure): ChatError {
  const { message, status, kind } = answer;
  if (kind !== 'http' || status >= 500) return { code: 'unavailable', message: '' };
  if (status === 401 || status === 403) return { code: 'not-allowed', message };
  return { code: status === 404 ? 'missing' : 'refused', message };
}
