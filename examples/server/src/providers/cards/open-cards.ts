import { type Config, isReal } from '../../config.ts';
import type { OtherRoutes } from '../../http/other-route.ts';
import { absentCards } from './absent-cards.ts';
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

/** Stripe, or the same code against the stand-in of Stripe's API, or a provider that refuses every call when cards are off. */
export async function openCards(config: Pick<Config, 'stripe'>, options: CardSandboxOptions): Promise<Cards> {
  if (config.stripe !== 'sandbox') {
    return {
      provider: isReal(config.stripe) ? createStripeCards(config.stripe) : absentCards,
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
