import type { SocialAccount, WindowProvider } from '@openbell/core/social-sign-in';
import { credentialPrefix } from './accounts.ts';

/**
 * Creates a social provider that signs in at once, with a credential that a memory server accepts:
 * `createOpenbell({ social: { google: createMemoryProvider('nora@example.com', 'Nora') } })`.
 */
export function createMemoryProvider(email: string, name: string): WindowProvider {
  const account: SocialAccount = {
    id: email,
    email,
    name,
    photo: '',
    credential: `${credentialPrefix}${email}|${name}`,
  };
  return {
    kind: 'window',
    sandbox: true,
    prepare: () => Promise.resolve(),
    signIn: () => Promise.resolve(account),
  };
}
