// The server on a machine without examples/sandbox.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Config } from '../../../examples/server/src/config.ts';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { MissingSandboxError } from '../../../examples/server/src/open-providers.ts';
import { readConfig } from '../../../examples/server/src/read-config.ts';
import { type RunningServer, startServer } from '../../../examples/server/src/start-server.ts';
import { readEmptyCluster } from '../../support/empty-cluster.ts';
import { productionConfig } from '../../support/production-config.ts';

let folder = '';
let server: RunningServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function start(config: Config): Promise<RunningServer> {
  folder = await mkdtemp(join(tmpdir(), 'openbell-alone-'));
  server = await startServer({
    config: { ...config, dataFolder: join(folder, 'data') },
    database: await openDatabase({ memory: true, snapshot: await readEmptyCluster() }),
    background: false,
    webFolder: join(folder, 'no-site'),
  });
  return server;
}

test('starts with real keys', async () => {
  const { url } = await start(productionConfig({}));
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test('names each missing key when nothing is configured', async () => {
  const refused = start(readConfig({ PORT: '0' }));
  await expect(refused).rejects.toThrow(MissingSandboxError);
  await expect(refused).rejects.toThrow(/cards \(STRIPE_SECRET_KEY not set\).*news \(FINNHUB_API_KEY/);
});
