import type { Texts } from '@openbell/core/catalogue';

/** The display name of a payment provider; unknown providers show the server's name. */
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
