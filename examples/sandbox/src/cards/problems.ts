import type { CardRefusal } from './test-cards.ts';

/** The `error` object of the provider's error bodies. */
export interface ProblemBody {
  readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
  readonly decline_code?: string;
  readonly setup_intent?: object;
}

/** An error response in Stripe's format. */
export class Problem extends Error {
  readonly status: number;
  readonly body: ProblemBody;

  constructor(status: number, body: ProblemBody) {
    super(body.message);
    this.name = 'Problem';
    this.status = status;
    this.body = body;
  }
}

/** 400: the request itself is wrong. */
export function invalid(message: string, details: { code?: string; param?: string } = {}): Problem {
  return new Problem(400, { type: 'invalid_request_error', message, ...details });
}

/** 404 for the object in the path, 400 for one that a parameter names: both `resource_missing`. */
export function missing(noun: string, id: string, param = 'id'): Problem {
  return new Problem(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  });
}

/** 402: the card was refused. */
export function cardError(refusal: CardRefusal, details: { setup_intent?: object } = {}): Problem {
  return new Problem(402, {
    type: refusal.code === 'setup_intent_authentication_failure' ? 'invalid_request_error' : 'card_error',
    code: refusal.code,
    message: refusal.message,
    ...(refusal.declineCode === undefined ? {} : { decline_code: refusal.declineCode }),
    ...details,
  });
}
