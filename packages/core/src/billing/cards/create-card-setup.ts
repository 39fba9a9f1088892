import type { ApiClient } from '../../api-client/index.ts';
import type { CardSetup, CardsConfig } from './card-setup.ts';
import { createSandboxCardSetup } from './sandbox.ts';
import { createStripeCardSetup } from './stripe.ts';

/** Creates the card set-up of a site's provider. `api` reaches the server's root and is used by the sandbox only. */
export function createCardSetup(
  config: CardsConfig,
  options: { readonly api: Pick<ApiClient, 'request'> },
): CardSetup {
  return config.provider === 'stripe'
    ? createStripeCardSetup({ publishableKey: config.publishableKey })
    : createSandboxCardSetup(options);
}
