// One real server for all tests, which sign in as different users, and a seeded data folder for the servers of single files.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRestartableServer } from '../support/restartable-server.ts';

export default async function startSharedServer(): Promise<() => Promise<void>> {
  const seeded = mkdtempSync(join(tmpdir(), 'openbell-seeded-'));
  process.env.OPENBELL_SEEDED_DATA = seeded;
  const server = await createRestartableServer({ RATE_LIMITS: 'off' }, 'tests/support/seeded-server.ts');
  await server.start();
  process.env.OPENBELL_WEB_URL = server.url;
  return async () => {
    await server.close();
    rmSync(seeded, { recursive: true, force: true });
  };
}
