import type { ApiClient } from '../api-client/index.ts';
import { createSandboxCardSetup } from './billing.card-sandbox.ts';
import type { CardSetup, CardsConfig } from './billing.card-setup.ts';
import { createStripeCardSetup } from './billing.card-stripe.ts';

/** The card set-up of a site's provider. `api` reaches the server's root; only the sandbox asks it for anything. */
export function createCardSetup(
  config: CardsConfig,
  options: { readonly api: Pick<ApiClient, 'request'> },
): CardSetup {
  return config.provider === 'stripe'
    ? createStripeCardSetup({ publishableKey: config.publishableKey })
    : createSandboxCardSetup(options);
}
