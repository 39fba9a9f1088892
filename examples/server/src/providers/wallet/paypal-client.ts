import * as v from 'valibot';
import { parseJson } from '../../parse-json.ts';
import { PaymentProviderError } from '../payments.types.ts';
import { timeLeft } from '../time-budget.ts';
import { tokenShape } from './paypal-shapes.ts';

export interface PaypalClientOptions {
  readonly clientId: string;
  readonly secret: string;
  /** `https://api-m.paypal.com`, PayPal's own sandbox, or examples/sandbox. */
  readonly apiUrl: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Timeout of a call, including a token request, in milliseconds. */
  readonly timeout?: number;
  /** Milliseconds since the epoch, for the age of the access token. */
  readonly now: () => number;
}

interface PaypalRequest<T> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** JSON, as an object or as text that is sent unchanged. */
  readonly body?: object | string;
  /** `PayPal-Request-Id`: PayPal returns the same object for the same id. */
  readonly requestId?: string;
  readonly shape: v.GenericSchema<unknown, T>;
}

export interface PaypalClient {
  /** Calls PayPal. Throws `PaymentProviderError`: `unavailable` for an unknown outcome, `rejected` with PayPal's `issue`. */
  call<T>(request: PaypalRequest<T>): Promise<T>;
}

/** PayPal rejected a request. */
export class PaypalRejection extends PaymentProviderError {
  readonly status: number;
  /** PayPal's code, for example `SUBSCRIPTION_STATUS_INVALID`. */
  readonly issue: string;

  constructor(status: number, issue: string) {
    super('rejected', `PayPal rejected the request: ${status} ${issue}`);
    this.name = 'PaypalRejection';
    this.status = status;
    this.issue = issue;
  }
}

const errorShape = v.object({
  name: v.optional(v.string(), ''),
  details: v.optional(v.array(v.object({ issue: v.optional(v.string(), '') })), []),
});

/** Time before its expiry at which a token is renewed. */
const RENEW_BEFORE_MS = 60_000;

/** Calls PayPal's REST API and caches the access token. */
export function createPaypalClient(options: PaypalClientOptions): PaypalClient {
  const { clientId, secret, apiUrl, fetch = globalThis.fetch, timeout = 8000, now } = options;
  let token: { readonly value: Promise<string>; readonly until: () => number } | null = null;

  async function send(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(apiUrl + path, { ...init, redirect: 'error' });
    } catch (error) {
      throw unavailable(error);
    }
  }

  function accessToken(signal: AbortSignal): Promise<string> {
    if (token !== null && token.until() > now()) return token.value;
    let until = Number.POSITIVE_INFINITY;
    const value = (async () => {
      const response = await send('/v1/oauth2/token', {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
        headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
        signal,
      });
      if (!response.ok) throw await errorOf(response);
      const { access_token, expires_in } = v.parse(tokenShape, await readBody(response));
      until = now() + expires_in * 1000 - RENEW_BEFORE_MS;
      return access_token;
    })();
    const requested = { value, until: () => until };
    token = requested;
    value.catch(() => {
      if (token === requested) token = null;
    });
    return value;
  }

  async function attempt<T>(
    { method, path, body, requestId }: PaypalRequest<T>,
    signal: AbortSignal,
  ): Promise<Response> {
    return send(path, {
      method,
      signal,
      headers: {
        authorization: `Bearer ${await accessToken(signal)}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(requestId === undefined
          ? {}
          : { 'paypal-request-id': requestId, prefer: 'return=representation' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  return {
    async call(request) {
      // One timeout for the token, the call and its retry.
      const signal = AbortSignal.timeout(timeLeft(timeout));
      let response = await attempt(request, signal);
      if (response.status === 401) {
        // The token was revoked. Retry with a new one.
        token = null;
        response = await attempt(request, signal);
      }
      if (!response.ok) throw await errorOf(response);
      const read = v.safeParse(request.shape, await readBody(response));
      if (!read.success) throw unavailable(new Error(`${request.path}: ${read.issues[0].message}`));
      return read.output;
    },
  };
}

async function readBody(response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    return text === '' ? null : JSON.parse(text);
  } catch (error) {
    throw unavailable(error);
  }
}

async function errorOf(response: Response): Promise<PaymentProviderError> {
  const text = await response.text().catch(() => '');
  if (response.status >= 500 || response.status === 429)
    return unavailable(new Error(`HTTP ${response.status}`));
  const body = parseJson(errorShape, text);
  return new PaypalRejection(response.status, (body?.details[0]?.issue ?? body?.name) || 'unknown');
}

function unavailable(cause: unknown): PaymentProviderError {
  if (cause instanceof PaymentProviderError) return cause;
  return new PaymentProviderError('unavailable', 'PayPal did not respond.', { cause });
}
