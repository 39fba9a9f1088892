import type { SocialAccount, WindowProvider } from '@openbell/core/social-sign-in';
import { credentialPrefix } from './accounts.ts';

/**
 * A social provider whose window says at once who the person is, with a credential that an in-memory server believes:
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
