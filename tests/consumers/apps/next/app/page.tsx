import { createApiClient } from '@openbell/core/api-client';
import { endpoints } from '@openbell/core/contract';
import { SignInForm } from '@openbell/ui/account';
import { Who } from './who';

export const dynamic = 'force-dynamic';

/** Drawn on the server: the plans by a call of core's, the form by the packages' components. */
export default async function Page() {
  const api = createApiClient({ baseUrl: `${process.env.API_ORIGIN}/api` });
  const programs = await api.request(endpoints.programs, {});
  return (
    <main>
      <h1>{programs.ok ? programs.data.map(({ name }) => name).join(', ') : 'No plans'}</h1>
      <SignInForm />
      <Who />
    </main>
  );
}
