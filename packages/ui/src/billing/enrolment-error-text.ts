import type { BillingError } from '@openbell/core/billing';
import type { Texts } from '@openbell/core/catalogue';

/** The text of a failed enrollment: 'Error: <message>' where the specification requires it. */
export function enrolmentErrorText(text: Texts, error: BillingError): string {
  switch (error.code) {
    case 'subscription-failed':
      return text('billing.error', { message: error.message || text('billing.subscriptionFailed') });
    case 'payment-failed':
      return text('billing.error', { message: error.message || text('billing.paymentFailed') });
    case 'redirect-blocked':
      return text('billing.redirectBlocked');
    default:
      return text('billing.error', { message: error.message || text('billing.enrollmentFailed') });
  }
}
