import { providerTable } from './choose-providers.ts';
import { systemClock } from './clock.ts';
import { DataFolderInUseError } from './db/data-folder.ts';
import { DatabaseUseError } from './db/demo-data.ts';
import { MigrationChangedError } from './db/migrate.ts';
import { createLogger } from './log.ts';
import { MissingSandboxError } from './open-providers.ts';
import { ConfigError, readConfig } from './read-config.ts';
import type { Sandbox } from './sandbox.types.ts';
import { cleanDatabase, copyToBucket, type RunningServer, startServer } from './start-server.ts';
import { StorageUnavailableError } from './storage/storage-error.ts';

const stopTimeoutMs = 9_500;

let log = createLogger({ clock: systemClock });
let server: RunningServer | undefined;
let stopping = false;

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  const graceMs = server?.context.config.shutdownGraceMs ?? 0;
  setTimeout(() => process.exit(1), graceMs + stopTimeoutMs).unref();
  await server?.close();
  process.exit(process.exitCode ?? 0);
}

process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('SIGHUP', stop);
process.on('unhandledRejection', (error) => {
  // The state is unknown: log the error and stop.
  log.error('unhandled-rejection', { error });
  process.exitCode = 1;
  void stop();
});

/** Loads examples/sandbox if it is installed. No other file imports it. */
async function loadSandbox(): Promise<Sandbox | null> {
  try {
    const { createSandbox } = await import('../../sandbox/src/index.ts');
    return createSandbox();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  }
}

function explain(error: unknown): string | null {
  if (
    error instanceof ConfigError ||
    error instanceof DataFolderInUseError ||
    error instanceof DatabaseUseError ||
    error instanceof MigrationChangedError ||
    error instanceof MissingSandboxError ||
    error instanceof StorageUnavailableError
  ) {
    return error.message;
  }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const port = 'port' in error ? error.port : undefined;
    const name = String(port) === process.env.METRICS_PORT?.trim() ? 'METRICS_PORT' : 'PORT';
    return `The port ${port} is in use. Stop the other program, or set ${name} to another port.`;
  }
  return null;
}

try {
  const config = readConfig(process.env);
  log = createLogger({ clock: systemClock, level: config.logLevel });
  const reset = process.argv.includes('--reset');
  if (reset && config.databaseUrl !== null) {
    throw new ConfigError(
      '--reset works with the embedded database only. To reset the database of DATABASE_URL, empty it yourself.',
    );
  }
  const onProgress = (step: string) => console.log(`${step} …`);
  if (process.argv.includes('--remove-demo-data')) {
    const removed = Object.entries(await cleanDatabase({ config, onProgress }));
    console.log(`Removed ${removed.map(([kind, count]) => `${count} ${kind}`).join(', ')}.`);
    process.exit(0);
  }
  if (process.argv.includes('--copy-files')) {
    if (config.s3 === null) throw new ConfigError('--copy-files requires S3_BUCKET.');
    const { copied, skipped } = await copyToBucket(config);
    console.log(`Copied ${copied} files; ${skipped} were in the bucket already.`);
    process.exit(0);
  }
  const sandbox = await loadSandbox();
  server = await startServer({ config, log, reset, onProgress, ...(sandbox === null ? {} : { sandbox }) });
  const lines = [providerTable(config.providers), '', `Openbell is ready at ${server.url}`];
  if (!config.production && sandbox !== null) {
    const { emails, password } = sandbox.development.demoAccounts;
    lines.push('', `Demo accounts, password ${password}:`, ...emails.map((email) => `  ${email}`));
    lines.push('', 'To publish alerts and manage the site: npm run operate -- --help');
    if (config.captcha !== 'off') {
      lines.push(
        '',
        "To use your own pages: createOpenbell({ …, captcha: { provider: 'altcha' } }), or set CAPTCHA=off.",
      );
    }
  }
  console.log(lines.join('\n'));
} catch (error) {
  const message = explain(error);
  if (message === null) log.error('start-failed', { error });
  else console.error(message);
  process.exit(1);
}
