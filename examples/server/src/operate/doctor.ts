// Checks the installation and says what to do.
import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, count, isNotNull, isNull, sql } from 'drizzle-orm';
import { countLivePlans, readWebhookHealth } from '../billing/index.ts';
import { isReal } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { rowsOf } from '../db/database.ts';
import { readMigrations } from '../db/migrate.ts';
import { mails } from '../db/schema/accounts.ts';

const DAY_MS = 86_400_000;
const MAX_CLOCK_DIFFERENCE_MS = 5_000;
const MIN_FREE_BYTES = 2 * 1024 ** 3;

interface Check {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'failed';
  /** What was found and, unless it is ok, what to do. */
  readonly result: string;
}

type Found = Omit<Check, 'check'>;
const ok = (result: string): Found => ({ state: 'ok', result });
const warning = (result: string): Found => ({ state: 'warning', result });
const failed = (result: string): Found => ({ state: 'failed', result });

/** Runs all checks. A check that throws has failed. */
export async function examine(context: ServerContext): Promise<readonly Check[]> {
  const checks: readonly (readonly [name: string, run: () => Promise<Found> | Found])[] = [
    ['address', () => checkAddress(context)],
    ['migrations', () => checkMigrations(context)],
    ['clock', () => checkClock(context)],
    ['storage', () => checkStorage(context)],
    ['disk', () => checkDisk(context)],
    ...context.config.providers.map(
      (row) => [`keys: ${row.name}`, () => checkProvider(context, row)] as const,
    ),
    ['card payments', () => checkCards(context)],
    ['webhooks: stripe', () => checkWebhooks(context, 'stripe')],
    ['webhooks: paypal', () => checkWebhooks(context, 'paypal')],
    ['outgoing mail', () => checkMails(context)],
    ['digest', () => checkDigest(context)],
  ];
  const results: Check[] = [];
  for (const [check, run] of checks) {
    try {
      results.push({ check, ...(await run()) });
    } catch (error) {
      results.push({ check, ...failed(error instanceof Error ? error.message : String(error)) });
    }
  }
  return results;
}

function checkAddress({ config }: ServerContext): Found {
  if (config.production || config.publicUrl.startsWith('https:')) return ok(config.publicUrl);
  return warning(`${config.publicUrl}. For members, set NODE_ENV=production and PUBLIC_URL=https://…`);
}

async function checkMigrations({ db }: ServerContext): Promise<Found> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select name from schema_migrations where name not like 'sandbox/%'`,
  );
  const applied = new Set(rows.map(({ name }) => name));
  const own = (await readMigrations()).map(({ name }) => name);
  const pending = own.filter((name) => !applied.has(name));
  if (pending.length > 0) return failed(`Not applied: ${pending.join(', ')}. Restart the server.`);
  const newer = [...applied].filter((name) => !own.includes(name));
  if (newer.length > 0)
    return warning(`A newer version has applied ${newer.join(', ')}. Finish the upgrade of all processes.`);
  return ok(`${own.length} migrations are applied.`);
}

async function checkClock({ db, clock }: ServerContext): Promise<Found> {
  const before = Date.now();
  const [row] = await rowsOf<{ ms: number }>(
    db,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  const difference = Math.abs((row?.ms ?? 0) - (before + Date.now()) / 2);
  if (difference > MAX_CLOCK_DIFFERENCE_MS)
    return failed(
      `The clocks of the server and the database differ by ${Math.round(difference / 1_000)} s. Synchronize both with NTP.`,
    );
  if (Math.abs(clock.now() - Date.now()) > MAX_CLOCK_DIFFERENCE_MS)
    return warning('The sandbox has moved the clock of the site. In production it cannot be moved.');
  return ok('The clocks of the server and the database agree.');
}

/** Stores, reads and removes a file. */
async function checkStorage({ files, config }: ServerContext): Promise<Found> {
  const place = config.s3 === null ? `the folder ${config.dataFolder}` : `the bucket ${config.s3.bucket}`;
  const advice =
    config.s3 === null
      ? 'Check that the user of the server can write there, and the free space.'
      : 'Check S3_BUCKET, its keys and their permissions.';
  try {
    return (await storesFile(files))
      ? ok(`A file can be stored in ${place}.`)
      : failed(`A file that was stored in ${place} has the wrong size. ${advice}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failed(`No file can be stored in ${place}. ${reason}. ${advice}`);
  }
}

/** Returns whether a stored file has the right size. */
async function storesFile(files: ServerContext['files']): Promise<boolean> {
  const key = `doctor/${randomUUID()}`;
  const path = join(tmpdir(), `openbell-doctor-${randomUUID()}`);
  const text = 'openbell';
  try {
    await writeFile(path, text, { mode: 0o600 });
    await files.put(key, { path, mime: 'text/plain' });
  } finally {
    // Some storages copy the file instead of moving it.
    await rm(path, { force: true });
  }
  const stored = await files.stat(key);
  await files.delete(key);
  return stored?.size === text.length;
}

async function checkDisk({ config }: ServerContext): Promise<Found> {
  const { bavail, bsize } = await statfs(config.dataFolder);
  const free = bavail * bsize;
  const text = `${(free / 1024 ** 3).toFixed(1)} GiB are free for ${config.dataFolder}.`;
  return free < MIN_FREE_BYTES
    ? warning(`${text} Free some space, or move the files to a bucket.`)
    : ok(text);
}

function checkProvider({ config }: ServerContext, row: ServerContext['config']['providers'][number]): Found {
  if (row.mode === 'real') return ok(row.reason);
  if (row.mode === 'off') return ok(`Off: ${row.reason}.`);
  return config.production || row.name === 'captcha'
    ? ok(`${row.mode}: ${row.reason}.`)
    : warning(`Sandbox. Before members use it, set its keys or turn it off; see docs/guides/production.md.`);
}

/** Reads an unknown subscription: an invalid key is rejected before. */
async function checkCards({ config, cards }: ServerContext): Promise<Found> {
  if (config.stripe === 'off') return ok('Off.');
  try {
    await cards.findSubscription('sub_doctor');
    return ok('The key is accepted.');
  } catch (error) {
    return failed(`${error instanceof Error ? error.message : error} Check STRIPE_SECRET_KEY.`);
  }
}

async function checkWebhooks(
  { config, db, clock }: ServerContext,
  provider: 'stripe' | 'paypal',
): Promise<Found> {
  if (config[provider] === 'off') return ok('Off.');
  const { lastAt, failed: count } = await readWebhookHealth(db, provider, new Date(clock.now() - 7 * DAY_MS));
  const url = `${config.publicUrl}/api/webhooks/${provider}`;
  if (count > 0)
    return failed(`${count} webhooks of the last seven days failed. See billing.webhook-failed in the log.`);
  if (lastAt !== null) return ok(`The last one arrived ${lastAt.toISOString()}.`);
  if (!isReal(config[provider])) return ok('None has arrived yet (sandbox).');
  const plans = await countLivePlans(db, provider);
  const text = `None has arrived. Check that ${provider} sends them to ${url}.`;
  return plans > 0 ? failed(text) : warning(text);
}

async function checkMails({ db, config }: ServerContext): Promise<Found> {
  const [row] = await db
    .select({ count: count(), error: sql<string | null>`max(${mails.lastError})` })
    .from(mails)
    .where(and(isNull(mails.sentAt), isNotNull(mails.lastError)));
  const waiting = row?.count ?? 0;
  if (waiting > 0)
    return failed(
      `${waiting} mails could not be sent (${row?.error}). Try: mail test <address>. Then check SMTP_URL and MAIL_FROM.`,
    );
  return ok(config.smtp === 'sandbox' ? 'No mail has failed (sandbox).' : 'No mail has failed.');
}

function checkDigest({ config }: ServerContext): Found {
  return config.ownerEmail === null
    ? warning('Nobody gets the weekly digest and the questions of the contact form. Set OWNER_EMAIL.')
    : ok(`It is mailed to ${config.ownerEmail}.`);
}
