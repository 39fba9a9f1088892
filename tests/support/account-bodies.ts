// Bodies of calls about accounts.
import { demoPassword } from '../../examples/sandbox/src/demo-data/accounts.ts';

/** A valid registration, with changes. The password is repeated. */
export function registration<T extends Readonly<Record<string, unknown>>>(changes: T) {
  const { password = 'a long password' } = changes as { readonly password?: string };
  const agreed = { first_name: 'Ada', phone: '+13035550142', agree: true };
  return { ...agreed, email: 'ada@example.com', ...changes, password, password_confirmation: password };
}

/** A sign-in with a password. */
export const signInBody = (username: string, password: string = demoPassword) => ({
  ...{ type: 'manual', username, password },
  remember: true,
});
