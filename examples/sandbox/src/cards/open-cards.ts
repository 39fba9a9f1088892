import {
  type CardProvider,
  createStripeCards,
  type PaymentSandboxParts,
  type RunningSandboxService,
} from '@openbell/example-server';
import { cardSandboxRoutes } from './card-sandbox.routes.ts';
import { type CardSandbox, startCardSandbox } from './create-card-sandbox.ts';

/** Starts the card sandbox and connects the server's Stripe client to it. */
export async function openCards(
  parts: PaymentSandboxParts,
): Promise<{ readonly sandbox: CardSandbox; readonly service: RunningSandboxService<CardProvider> }> {
  const sandbox = await startCardSandbox(parts);
  const { host, port, secretKey, webhookSecret } = sandbox.access;
  const provider = createStripeCards({
    secretKey,
    webhookSecrets: [webhookSecret],
    server: { host, port, protocol: 'http' },
  });
  return {
    sandbox,
    service: { provider, routes: cardSandboxRoutes(sandbox.access), stop: () => sandbox.stop() },
  };
}
