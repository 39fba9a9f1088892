import type { Texts } from '@openbell/core/catalogue';

/** A payment provider as people know it; another one by the name that the server gives it. */
export function providerName(text: Texts, provider: string): string {
  switch (provider.trim().toLowerCase()) {
    case 'stripe':
      return text('billing.stripe');
    case 'paypal':
      return text('billing.paypal');
    default:
      return provider.trim() || text('accounts.notAvailable');
  }
}
