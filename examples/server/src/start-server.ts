import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app.ts';
import { createRoutes, createSockets, otherRoutes, ownSchemas } from './areas.ts';
import { countRunningPlans } from './billing/read-subscriptions.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { ServerContext } from './context.ts';
import { type DataFolder, emptyDataFolder, takeDataFolder } from './db/data-folder.ts';
import type { Database, Db } from './db/database.ts';
import {
  claimForProduction,
  type RemovedDemoData,
  refuseProductionData,
  removeDemoData,
} from './db/demo-data.ts';
import { migrate, readMigrations } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import { createFileWorkers, type FileWorkerLimits } from './files/file-workers.ts';
import { startHousekeeping } from './housekeeping.ts';
import { oneAtATime } from './http/one-at-a-time.ts';
import { openStaticSite } from './http/static-site.ts';
import { defaultTimeouts, type Timeouts } from './http/timeouts.ts';
import { createInProcessBus } from './live/bus.ts';
import { attachUpgrades, isWebSocketUpgrade } from './live/upgrade.ts';
import { createLogger, type Logger } from './log.ts';
import { openProviders } from './providers/open-providers.ts';
import { startPush } from './push/start-push.ts';
import { STATED_TRIAL_DAYS } from './read-config.ts';
import type { Sandbox } from './sandbox.types.ts';
import { readInstallationKey } from './security/installation-keys.ts';
import { systemRoutes } from './system.routes.ts';

export interface StartOptions {
  readonly config: Config;
  /** Sandboxes of the external services; without them every service needs its keys, or is off. */
  readonly sandbox?: Sandbox;
  readonly clock?: Clock;
  readonly log?: Logger;
  /** Starts with empty data; embedded database only. */
  readonly reset?: boolean;
  /** Called before slow steps. */
  readonly onProgress?: (step: string) => void;
  /** An open database to use instead of the configured one; closed with the server (tests). */
  readonly database?: Database;
  /** The built web app. */
  readonly webFolder?: string;
  /** Whether background jobs run; true by default. */
  readonly background?: boolean;
  /** Overrides timeouts (tests). */
  readonly timeouts?: Partial<Timeouts>;
  /** Overrides limits of the worker processes (tests). */
  readonly fileWorkers?: Partial<FileWorkerLimits>;
}

export interface RunningServer {
  /** For example `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly port: number;
  readonly context: ServerContext;
  /** Stops within 10 s: closes sockets with 1001, finishes pending requests, unlocks the data folder. */
  close(): Promise<void>;
}

const finishMs = 5_000;

/**
 * Starts the server and resolves when it accepts requests. Rejects and cleans up when the data folder or the port is in
 * use, or a migration fails.
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { clock: source = systemClock, onProgress = () => undefined, background = true } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const { production } = options.config;
  const sandbox = options.sandbox ?? null;
  const development = production ? null : (sandbox?.development ?? null);
  const clock = development?.createClock(source) ?? source;
  const log = options.log ?? createLogger({ clock });
  const undo: (() => Promise<void> | void)[] = [];
  const unwind = async () => {
    for (const step of undo.splice(0).reverse()) {
      try {
        await step();
      } catch (error) {
        log.error('stop-failed', { error });
      }
    }
  };
  try {
    const folder = await takeDataFolder(options.config.dataFolder);
    undo.push(() => folder.release());
    if (options.reset) await emptyDataFolder(folder);

    const server: Server = createServer({
      // Before the listener is attached, upgrades must get 503 instead of a closed connection.
      shouldUpgradeCallback: (request) => isWebSocketUpgrade(request) && server.listenerCount('upgrade') > 0,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.idleMs,
      connectionsCheckingInterval: timeouts.checkMs,
    });
    let listener = getRequestListener(() => Response.json({ status: 'starting' }, { status: 503 }));
    server.on(
      'request',
      oneAtATime((request, response) => void listener(request, response)),
    );
    server.setTimeout(timeouts.stalledMs, (socket) => {
      log.debug('connection-timed-out', { address: socket.remoteAddress });
      socket.destroy();
    });
    const config = await listen(server, options.config);
    undo.push(() => stopListening(server));

    const database = options.database ?? (await openConfigured(config, folder, onProgress));
    undo.push(() => database.close());
    onProgress('Preparing the database');
    const applied = await migrate(database, await readMigrations());
    if (applied.length > 0) log.info('migrated', { applied });
    const { db } = database;
    if (production) await claimForProduction(db, clock.now());
    else await refuseProductionData(db);
    await development?.restoreClock(db);
    warnOfTrial(config.trialDays, log);
    await warnOfPlansWithoutProvider(config, db, log);
    const bus = createInProcessBus((error) => log.error('bus-listener-failed', { error }));
    const keys = new Map<string, Promise<string>>();
    let phase: 'starting' | 'ready' | 'stopping' = 'starting';
    const webhookUrl = (provider: string) =>
      phase === 'ready' ? `http://${config.host}:${config.port}/api/webhooks/${provider}` : null;
    const providers = await openProviders({ config, sandbox, db, clock, log, webhookUrl, background });
    undo.push(() => providers.stop());
    const fileWorkers = createFileWorkers(log, options.fileWorkers);
    undo.push(() => fileWorkers.close());
    // A second time: pending requests finish before their dependencies are closed.
    undo.push(() => stopListening(server));
    const context: ServerContext = {
      config,
      db,
      clock,
      log,
      bus,
      ...providers.services,
      fileWorkers,
      installationKey: (name) => {
        const key = keys.get(name) ?? readInstallationKey(db, name);
        keys.set(name, key);
        key.catch(() => keys.delete(name));
        return key;
      },
    };
    if (await development?.writeDemoData(context)) log.info('demo-data-written');
    await folder.markDatabaseMade();

    const sockets = createSockets(context);
    undo.push(async () => {
      await Promise.all(sockets.map((socket) => socket.close()));
    });
    undo.push(attachUpgrades(server, sockets, config));
    if (background) undo.push(startHousekeeping(context));
    if (background && config.vapid !== 'off') undo.push(startPush(context));
    const site = await openStaticSite(
      options.webFolder ?? join(import.meta.dirname, '../../web/dist'),
      config.publicUrl,
    );
    const app = createApp(context, {
      routes: createRoutes(),
      ownSchemas,
      otherRoutes: [
        systemRoutes(() => phase === 'stopping'),
        ...otherRoutes,
        ...providers.routes,
        ...(development?.routes() ?? []),
      ],
      site,
      temporary: folder.temporary,
      smallBodyMs: timeouts.smallBodyMs,
      nextPartMs: timeouts.nextPartMs,
    });
    listener = getRequestListener((request, env) => app.fetch(request, env));
    phase = 'ready';
    log.info('ready', { url: config.publicUrl, database: database.kind, site: site !== null });
    return {
      url: `http://${config.host}:${config.port}`,
      port: config.port,
      context,
      close: async () => {
        phase = 'stopping';
        await unwind();
        log.info('stopped');
      },
    };
  } catch (error) {
    await unwind();
    throw error;
  }
}

/** Removes the demo data of the configured database. Rejects while a server uses the data folder. */
export async function cleanDatabase({
  config,
  onProgress,
}: Required<Pick<StartOptions, 'config' | 'onProgress'>>): Promise<RemovedDemoData> {
  const folder = await takeDataFolder(config.dataFolder);
  try {
    const database = await openConfigured(config, folder, onProgress);
    try {
      await migrate(database, await readMigrations());
      return await removeDemoData(database.db);
    } finally {
      await database.close();
    }
  } finally {
    await folder.release();
  }
}

async function openConfigured(
  config: Config,
  folder: DataFolder,
  onProgress: (step: string) => void,
): Promise<Database> {
  if (config.databaseUrl !== null) {
    onProgress('Connecting to PostgreSQL');
    return openDatabase({ url: config.databaseUrl });
  }
  onProgress('Opening the database (the first time takes some seconds)');
  await folder.removeUnfinishedDatabase();
  return openDatabase({ folder: folder.database });
}

/** Listens before the slow part of the start, to fail early; resolves port 0. */
async function listen(server: Server, config: Config): Promise<Config> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  const chosen = new URL(config.publicUrl);
  if (chosen.port === '0') chosen.port = String(port);
  return { ...config, port, publicUrl: chosen.origin };
}

async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), finishMs);
  await closed;
  clearTimeout(timer);
}

/** Warns of live plans at a provider that is off: they are not synchronized and cannot be cancelled. */
async function warnOfPlansWithoutProvider(config: Config, db: Db, log: Logger): Promise<void> {
  const off = [
    ...(config.stripe === 'off' ? (['stripe'] as const) : []),
    ...(config.paypal === 'off' ? (['paypal'] as const) : []),
  ];
  for (const provider of off) {
    const plans = await countRunningPlans(db, provider);
    if (plans > 0) log.warn('provider-off-with-plans', { provider, plans });
  }
}

/** Warns when the trial differs from the texts of the pages. */
function warnOfTrial(trialDays: number, log: Logger): void {
  if (trialDays !== STATED_TRIAL_DAYS)
    log.warn('trial-days-differ', { trialDays, stated: STATED_TRIAL_DAYS });
}
