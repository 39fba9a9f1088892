// URLs are stored in logs, histories and by other sites: none may contain secrets or personal data (ASVS 14.2.1).
// Checked in every browser test.
import type { BrowserContext, Request } from '@playwright/test';

/** Body fields that hold a secret. */
const secretFields = new Set([
  ...['password', 'confirm_password', 'password_confirmation', 'otp', 'reset_token', 'credential', 'token'],
]);
/** The sandbox's mock mail program and provider pages, which are not part of the product. */
const standIns = /^\/dev\//;
const email = /[^\s/@?&=]+@[^\s/@?&=]+\.[a-z]{2,}/i;

/** Records requests from now on. Returns a function that lists the leaks, without their values. */
export function watchForSecrets(context: BrowserContext): () => readonly string[] {
  const secrets = new Map<string, string>();
  const requested = new Set<string>();
  context.on('request', (request) => {
    requested.add(request.url());
    for (const [name, value] of secretsOf(request)) secrets.set(value, name);
  });
  context.on('page', (page) => page.on('websocket', (socket) => requested.add(socket.url())));
  return () => [...requested].flatMap((address) => secretsIn(address, secrets));
}

function secretsOf(request: Request): [string, string][] {
  const bearer = /^Bearer (.+)$/.exec(request.headers().authorization ?? '')?.[1];
  const found: [string, string][] = bearer === undefined ? [] : [['the access token', bearer]];
  if (!(request.headers()['content-type'] ?? '').startsWith('application/json')) return found;
  const body: unknown = request.postDataJSON();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (secretFields.has(name) && typeof value === 'string' && value !== '') found.push([name, value]);
  }
  return found;
}

/** Returns the leaks in a URL. `secrets` maps each secret's value to its name. */
export function secretsIn(address: string, secrets: ReadonlyMap<string, string>): string[] {
  if (!/^(?:https?|wss?):/.test(address)) return [];
  const url = new URL(address);
  if (standIns.test(url.pathname)) return [];
  const parts = [
    ...url.pathname.split('/').map(decoded),
    ...[...url.searchParams].flat(),
    decoded(url.hash.slice(1)),
  ];
  const where = `${url.origin}${url.pathname.replace(email, '…')}`;
  const leaks = [...secrets].flatMap(([value, name]) =>
    // A six-digit code may occur by chance, so it must match a whole part; a token may occur anywhere.
    parts.some((part) => part === value || (value.length >= 16 && part.includes(value))) ? [name] : [],
  );
  if (parts.some((part) => email.test(part))) leaks.push('an e-mail address');
  return leaks.map((name) => `${where} tells ${name}`);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
