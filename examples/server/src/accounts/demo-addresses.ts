import type { Config } from '../config.ts';
import { fieldError } from '../http/http-error.ts';

/** The domain of the demo accounts, whose password is published. */
const DEMO_DOMAIN = '@openbell.test';

/**
 * Throws 422 in production for a new account with an address of the demo's domain, which would look like a demo account.
 * `field` is the field of the form that has the address.
 */
export function rejectDemoAddress(
  { production }: Pick<Config, 'production'>,
  email: string,
  field: 'address' | 'email',
): void {
  if (production && email.toLowerCase().endsWith(DEMO_DOMAIN))
    throw fieldError(field, 'Please enter a valid e-mail address.');
}
