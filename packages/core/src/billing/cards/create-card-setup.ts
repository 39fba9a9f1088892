import type { ApiClient } from '../../api-client/index.ts';
import type { CardSetup, CardsConfig } from './card-setup.ts';
import { createSandboxCardSetup } from './sandbox.ts';
import { createStripeCardSetup } from './stripe.ts';

/** The card set-up of a site's provider. `api` reaches the server's root; only the sandbox asks it for anything. */
export function createCardSetup(
  config: CardsConfig,
  options: { readonly api: Pick<ApiClient, 'request'> },
): CardSetup {
  return config.provider === 'stripe'
    ? createStripeCardSetup({ publishableKey: config.publishableKey })
    : createSandboxCardSetup(options);
}
