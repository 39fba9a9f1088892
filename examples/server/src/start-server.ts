import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { otherRoutes as access } from './access.ts';
import { type AppParts, createApp } from './app.ts';
import { createRoutes, createSockets, otherRoutes, ownSchemas } from './areas.ts';
import { countLivePlans } from './billing/read-subscriptions.ts';
import { endOfAccess } from './billing/subscription-state.ts';
import { type Clock, systemClock } from './clock.ts';
import { type Config, STATED_TRIAL_DAYS } from './config.ts';
import type { ServerContext } from './context.ts';
import { type DataFolder, emptyDataFolder, lockDataFolder } from './db/data-folder.ts';
import type { Database, Db } from './db/database.ts';
import {
  claimForProduction,
  type RemovedDemoData,
  refuseProductionData,
  removeDemoData,
} from './db/demo-data.ts';
import { migrate, readMigrations } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import { watchQueues } from './db/queue-lengths.ts';
import { createFileWorkers, type FileWorkerLimits } from './files/file-workers.ts';
import { startHousekeeping } from './housekeeping.ts';
import {
  rejectMalformed,
  rejectRequest,
  requireHost,
  respondToInvalid,
} from './http/connections/reject-connection.ts';
import { createRequestGate, type RequestGate } from './http/connections/request-gate.ts';
import { withoutPipelining } from './http/connections/without-pipelining.ts';
import { defaultTimeouts, type Timeouts } from './http/limits/timeouts.ts';
import { openStaticSite } from './http/site/static-site.ts';
import { startBus } from './live/bus.ts';
import { type Channel, createLocalChannel } from './live/channel.ts';
import { addProcessRow } from './live/process-row.ts';
import { attachUpgrades, isWebSocketUpgrade } from './live/upgrade.ts';
import { createLogger, type Logger } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import { openObservability } from './open-observability.ts';
import { openProviders } from './open-providers.ts';
import { createErrorCounts, openOperatorSocket } from './operate/index.ts';
import { startPush } from './push/start-push.ts';
import type { Sandbox } from './sandbox.types.ts';
import { createKeyReader, readInstallationKey } from './security/installation-keys.ts';
import { sha256Hex } from './security/tokens.ts';
import { stopListening, stopServing } from './stop-serving.ts';
import { type CopiedFiles, copyFiles } from './storage/copy-files.ts';
import { openStorage } from './storage/open-storage.ts';
import type { FileStorage } from './storage/storage.types.ts';
import { systemRoutes } from './system.routes.ts';
import { createMessageTraces } from './tracing/message-traces.ts';

export interface StartOptions {
  readonly config: Config;
  /** Sandboxes of the external services. Without them, each service needs its keys or must be off. */
  readonly sandbox?: Sandbox;
  readonly clock?: Clock;
  readonly log?: Logger;
  /** Starts with empty data. Embedded database only. */
  readonly reset?: boolean;
  /** Called before slow steps. */
  readonly onProgress?: (step: string) => void;
  /** A database to use instead of the configured one (tests). Closed with the server. */
  readonly database?: Database;
  /** The built web app. */
  readonly webFolder?: string;
  /** Whether background jobs run. Default: true. */
  readonly background?: boolean;
  /** Overrides timeouts (tests). */
  readonly timeouts?: Partial<Timeouts>;
  /** A file storage to use instead of the configured one (tests). Closed with the server. */
  readonly files?: FileStorage;
  /** Overrides limits of the worker processes (tests). */
  readonly fileWorkers?: Partial<FileWorkerLimits>;
}

export interface RunningServer {
  /** For example `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly port: number;
  /** The address of the metrics. Null if they are off. */
  readonly metricsUrl: string | null;
  readonly context: ServerContext;
  /** Stops within 2 s after the grace: closes sockets with 1001, finishes running requests, unlocks the data folder. */
  close(): Promise<void>;
}

/**
 * Starts the server and resolves when it accepts requests. Rejects and cleans up when the data folder or the port is in
 * use, or a migration fails.
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { clock: source = systemClock, onProgress = () => undefined, background = true } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const sandbox = options.sandbox ?? null;
  const development = options.config.production ? null : (sandbox?.development ?? null);
  const clock = development?.createClock(source) ?? source;
  const errorCounts = createErrorCounts();
  const log = errorCounts.watch(options.log ?? createLogger({ clock }));
  const undo: Step[] = [];
  const cleanUp = () => runReversed(undo, log);
  try {
    const folder = await lockDataFolder(options.config.dataFolder);
    undo.push(() => folder.release());
    if (options.reset) await emptyDataFolder(folder);

    const gate = createRequestGate(options.config);
    const { server, serve } = createHttpServer(options.config, { timeouts, gate, log });
    const config = await listen(server, options.config);
    undo.push(() => stopListening(server));

    const observability = await openObservability(config);
    undo.push(() => observability.close());
    const { metrics, tracing, metricsUrl } = observability;
    const database = options.database ?? (await openConfigured({ config, folder, metrics }, onProgress));
    undo.push(() => database.close());
    onProgress('Preparing the database');
    const { db } = database;
    await prepareDatabase(database, { config, development, clock, log });
    watchQueues(db, metrics);
    warnOfTrial(config.trialDays, log);
    await warnOfPlansWithoutProvider(config, db, log);
    const bus = await startBus({ db, listen: database.listen ?? null, log });
    undo.push(() => bus.stop());
    const processRow = database.kind === 'postgres' ? await addProcessRow(db, log) : null;
    if (processRow !== null) undo.push(() => processRow.remove());
    const channel = await openChannel(config, db, log);
    undo.push(() => channel.close());
    let phase: 'starting' | 'ready' | 'stopping' = 'starting';
    const webhookUrl = (provider: string) =>
      phase === 'ready' ? `http://${config.host}:${config.port}/api/webhooks/${provider}` : null;
    const providers = await openProviders({ config, sandbox, db, clock, log, webhookUrl, background });
    undo.push(() => providers.stop());
    const fileWorkers = createFileWorkers(log, options.fileWorkers);
    undo.push(() => fileWorkers.close());
    const files = options.files ?? (await openStorage(config.s3, folder.media));
    undo.push(() => files.close());
    const context: ServerContext = {
      config,
      db,
      processId: processRow?.id ?? null,
      holdLock: database.holdLock ?? null,
      clock,
      log,
      metrics,
      tracing,
      messageTraces: createMessageTraces(tracing),
      bus,
      channel,
      ...providers.services,
      fileWorkers,
      files,
      installationKey: createKeyReader(db),
    };
    if (await development?.writeDemoData(context)) log.info('demo-data-written');
    await folder.markDatabaseComplete();

    const sockets = createSockets(context);
    const jobs: (() => Promise<void>)[] = [];
    let detachUpgrades = () => {};
    undo.push(() => detachUpgrades());
    const operator = await openOperatorSocket(context, folder);
    // Before the dependencies of requests are closed.
    undo.push(() =>
      stopServing(
        { server, gate, sockets: [...sockets, operator], jobs },
        phase === 'stopping' ? config.shutdownGraceMs : 0,
      ),
    );
    if (background) jobs.push(startHousekeeping(context, errorCounts));
    if (background && config.vapid !== 'off') jobs.push(startPush(context));
    const site = await openStaticSite(
      options.webFolder ?? join(import.meta.dirname, '../../web/dist'),
      config.publicUrl,
    );
    serve(
      createListener(context, {
        ...timeouts,
        routes: createRoutes(),
        ownSchemas,
        otherRoutes: [
          systemRoutes(() => phase === 'stopping'),
          ...otherRoutes,
          ...providers.routes,
          ...(development?.routes() ?? []),
        ],
        access: { ...sandbox?.access, ...access },
        site,
        temporary: folder.temporary,
      }),
    );
    // Clients whose socket has opened fetch what they missed.
    detachUpgrades = attachUpgrades(server, sockets, config);
    phase = 'ready';
    log.info('ready', { url: config.publicUrl, database: database.kind, site: site !== null, metricsUrl });
    return {
      url: `http://${config.host}:${config.port}`,
      port: config.port,
      metricsUrl,
      context,
      close: async () => {
        phase = 'stopping';
        await cleanUp();
        log.info('stopped');
      },
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

type Step = () => Promise<void> | void;

/** Runs the steps, the newest first, and empties the list. A step that fails is logged. */
async function runReversed(steps: Step[], log: Logger): Promise<void> {
  for (const step of steps.splice(0).reverse()) {
    try {
      await step();
    } catch (error) {
      log.error('stop-failed', { error });
    }
  }
}

/** Removes the demo data of the configured database. Rejects while a server uses the data folder. */
export async function cleanDatabase({
  config,
  onProgress,
}: Required<Pick<StartOptions, 'config' | 'onProgress'>>): Promise<RemovedDemoData> {
  const folder = await lockDataFolder(config.dataFolder);
  try {
    const database = await openConfigured({ config, folder }, onProgress);
    try {
      await migrate(database, await readMigrations());
      return await removeDemoData(database.db, endOfAccess);
    } finally {
      await database.close();
    }
  } finally {
    await folder.release();
  }
}

/** Copies the uploaded files of the data folder to the configured bucket. Rejects while a server uses the folder. */
export async function copyToBucket(config: Config): Promise<CopiedFiles> {
  const folder = await lockDataFolder(config.dataFolder);
  const bucket = await openStorage(config.s3, folder.media);
  try {
    return await copyFiles(folder.media, bucket);
  } finally {
    bucket.close();
    await folder.release();
  }
}

async function openConfigured(
  { config, folder, metrics }: { config: Config; folder: DataFolder; metrics?: Metrics },
  onProgress: (step: string) => void,
): Promise<Database> {
  if (config.databaseUrl !== null) {
    onProgress('Connecting to PostgreSQL');
    return openDatabase({ url: config.databaseUrl, ...(metrics === undefined ? {} : { metrics }) });
  }
  onProgress('Opening the database (the first time takes some seconds)');
  await folder.removeIncompleteDatabase();
  return openDatabase({ folder: folder.database });
}

interface DatabaseUse {
  readonly config: Config;
  readonly development: Sandbox['development'] | null;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Applies the migrations, and rejects a database that this kind of server must not use. */
async function prepareDatabase(
  database: Database,
  { config, development, clock, log }: DatabaseUse,
): Promise<void> {
  const applied = await migrate(database, await readMigrations(development?.migrations));
  if (applied.length > 0) log.info('migrated', { applied });
  if (config.production) await claimForProduction(database.db, clock.now());
  else await refuseProductionData(database.db);
  await development?.restoreClock(database.db);
}

/** Opens the channel between the processes. Subjects start with a name of the database, which several sites may not share. */
async function openChannel(config: Config, db: Db, log: Logger): Promise<Channel> {
  if (config.nats === null) return createLocalChannel(log);
  const { openNatsChannel } = await import('./live/nats-channel.ts');
  const name = sha256Hex(await readInstallationKey(db, 'nats')).slice(0, 16);
  return openNatsChannel({ config: config.nats, prefix: `openbell.${name}`, log });
}

interface HttpServer {
  readonly server: Server;
  /** Sets the listener. Until then, requests get 503. */
  serve(listener: RequestListener): void;
}

function createHttpServer(
  config: Config,
  { timeouts, gate, log }: { timeouts: Timeouts; gate: RequestGate; log: Logger },
): HttpServer {
  const server: Server = createServer({
    // Node's own 400 has no security headers; see `requireHost`.
    requireHostHeader: false,
    // Until `attachUpgrades`, upgrades are handled as requests, which get 503.
    shouldUpgradeCallback: (request) => isWebSocketUpgrade(request) && server.listenerCount('upgrade') > 0,
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: timeouts.checkMs,
  });
  let listener: RequestListener = (_request, response) => rejectRequest(response, 503, config);
  const respond = gate.wrap((request, response) => listener(request, response));
  server.on('request', withoutPipelining(requireHost(respond, config)));
  rejectMalformed(server, config);
  server.setTimeout(timeouts.stalledMs, (socket) => {
    log.debug('connection-timed-out', { address: socket.remoteAddress });
    socket.destroy();
  });
  return {
    server,
    serve: (next) => {
      listener = next;
    },
  };
}

/** Returns the listener of all requests. */
function createListener(context: ServerContext, parts: AppParts): RequestListener {
  const app = createApp(context, parts);
  const { config } = context;
  return getRequestListener((request, env) => app.fetch(request, env), {
    // Only HTTP/1.0 has requests without `Host`.
    hostname: new URL(config.publicUrl).host,
    errorHandler: (error) => respondToInvalid(error, config),
  });
}

/** Listens before the slow part of the start, to fail early; resolves port 0. */
async function listen(server: Server, config: Config): Promise<Config> {
  server.listen(config.port, config.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const chosen = new URL(config.publicUrl);
  if (chosen.port === '0') chosen.port = String(port);
  return { ...config, port, publicUrl: chosen.origin };
}

/** Warns if there are live plans at a provider that is off: they are not synchronized and cannot be canceled. */
async function warnOfPlansWithoutProvider(config: Config, db: Db, log: Logger): Promise<void> {
  const off = [
    ...(config.stripe === 'off' ? (['stripe'] as const) : []),
    ...(config.paypal === 'off' ? (['paypal'] as const) : []),
  ];
  for (const provider of off) {
    const plans = await countLivePlans(db, provider);
    if (plans > 0) log.warn('provider-off-with-plans', { provider, plans });
  }
}

/** Warns when the trial differs from the texts of the pages. */
function warnOfTrial(trialDays: number, log: Logger): void {
  if (trialDays !== STATED_TRIAL_DAYS)
    log.warn('trial-days-differ', { trialDays, stated: STATED_TRIAL_DAYS });
}
