// Addresses are kept by logs, histories and other sites: what is secret or a person's own stands in none that a page asks
// for (ASVS 14.2.1). Every journey is watched.
import type { BrowserContext, Request } from '@playwright/test';

/** Fields of a body whose value opens something. */
const secretFields = new Set([
  ...['password', 'confirm_password', 'password_confirmation', 'otp', 'reset_token', 'credential', 'token'],
]);
/** The sandbox's stand-ins for a mail program and for other companies' pages: their addresses are not the product's. */
const standIns = /^\/dev\//;
const email = /[^\s/@?&=]+@[^\s/@?&=]+\.[a-z]{2,}/i;

/** Listens from now on; what it gives says what was told in which address, and hides the rest of it. */
export function watchAddresses(context: BrowserContext): () => readonly string[] {
  const secrets = new Map<string, string>();
  const asked = new Set<string>();
  context.on('request', (request) => {
    asked.add(request.url());
    for (const [name, value] of secretsOf(request)) secrets.set(value, name);
  });
  context.on('page', (page) => page.on('websocket', (socket) => asked.add(socket.url())));
  return () => [...asked].flatMap((address) => toldIn(address, secrets));
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

/** @param secrets What each of them is, by its value. */
export function toldIn(address: string, secrets: ReadonlyMap<string, string>): string[] {
  if (!/^(?:https?|wss?):/.test(address)) return [];
  const url = new URL(address);
  if (standIns.test(url.pathname)) return [];
  const parts = [
    ...url.pathname.split('/').map(decoded),
    ...[...url.searchParams].flat(),
    decoded(url.hash.slice(1)),
  ];
  const where = `${url.origin}${url.pathname.replace(email, '…')}`;
  const told = [...secrets].flatMap(([value, name]) =>
    // A code of six digits may be part of anything; a token is itself wherever it stands.
    parts.some((part) => part === value || (value.length >= 16 && part.includes(value))) ? [name] : [],
  );
  if (parts.some((part) => email.test(part))) told.push('an e-mail address');
  return told.map((name) => `${where} tells ${name}`);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
