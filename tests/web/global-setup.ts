// One real server for all journeys: they are different people, as on any site.
import { createRestartableServer } from '../support/restartable-server.ts';

export default async function startSharedServer(): Promise<() => Promise<void>> {
  const server = await createRestartableServer({ RATE_LIMITS: 'off' });
  await server.start();
  process.env.OPENBELL_WEB_URL = server.url;
  return () => server.close();
}
