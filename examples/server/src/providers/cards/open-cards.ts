import type { Config } from '../../config.ts';
import type { OtherRoutes } from '../../http/other-route.ts';
import type { CardProvider } from './cards.types.ts';
import { cardSandboxRoutes } from './sandbox/card-sandbox.routes.ts';
import {
  type CardSandbox,
  type CardSandboxOptions,
  startCardSandbox,
} from './sandbox/create-card-sandbox.ts';
import { createStripeCards } from './stripe-cards.ts';

/** The card provider that the environment chose, and what goes with it. */
export interface Cards {
  readonly provider: CardProvider;
  /** The sandbox's own pages; empty with the real provider. */
  readonly routes: OtherRoutes;
  /** The stand-in; null with the real provider. */
  readonly sandbox: CardSandbox | null;
  /** Stops the stand-in, if there is one. */
  stop(): Promise<void>;
}

/** Stripe when its keys are set, otherwise the sandbox: the same code against a stand-in of Stripe's API. */
export async function openCards(config: Pick<Config, 'stripe'>, options: CardSandboxOptions): Promise<Cards> {
  if (config.stripe !== null) {
    return {
      provider: createStripeCards(config.stripe),
      routes: {},
      sandbox: null,
      stop: async () => undefined,
    };
  }
  const sandbox = await startCardSandbox(options);
  const { host, port, secretKey, webhookSecret } = sandbox.access;
  return {
    provider: createStripeCards({
      secretKey,
      webhookSecrets: [webhookSecret],
      server: { host, port, protocol: 'http' },
    }),
    routes: cardSandboxRoutes(sandbox.access),
    sandbox,
    stop: () => sandbox.stop(),
  };
}
