import Stripe from 'stripe';
import type { CardSandboxAccess } from '../../../examples/sandbox/src/cards/create-card-sandbox.ts';
import type { Clock } from '../../../examples/server/src/clock.ts';
import type { Logger } from '../../../examples/server/src/log.ts';

export const DAY = 86_400_000;

/** A clock that the test moves. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

export function testClock(start = '2026-11-21T15:00:00.000Z'): TestClock {
  let now = Date.parse(start);
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}

/** A promise that the test resolves. */
export function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const ignore = () => undefined;
/** A log that drops its lines. */
export const silentLog: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** The real Stripe SDK, connected to the sandbox. */
export function stripeFor(access: CardSandboxAccess, key = access.secretKey): Stripe {
  return new Stripe(key, {
    host: access.host,
    port: access.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/** Confirms a card like the browser's card form, with the publishable key and the client secret. */
export async function confirmCard(
  access: CardSandboxAccess,
  clientSecret: string,
  number: string,
): Promise<{
  status: number;
  body: { error?: { code?: string; decline_code?: string; message: string } } & Record<string, unknown>;
}> {
  const id = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  const response = await fetch(`http://${access.host}:${access.port}/v1/setup_intents/${id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: access.publishableKey,
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '34',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  return { status: response.status, body: await response.json() };
}
