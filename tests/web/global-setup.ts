// One real server for all tests, which sign in as different users.
import { createRestartableServer } from '../support/restartable-server.ts';

export default async function startSharedServer(): Promise<() => Promise<void>> {
  const server = await createRestartableServer({ RATE_LIMITS: 'off' });
  await server.start();
  process.env.OPENBELL_WEB_URL = server.url;
  return () => server.close();
}
