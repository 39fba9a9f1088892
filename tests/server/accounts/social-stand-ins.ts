// Google's keys, Facebook's Graph API and reCAPTCHA's siteverify, as they speak over HTTP, on this machine.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';

type Answer = (request: IncomingMessage, url: URL, response: ServerResponse) => void | Promise<void>;

export interface StandIn {
  readonly url: string;
  /** How many requests came, by path. */
  readonly asked: ReadonlyMap<string, number>;
  /** Answers like this from now on; null as it should. */
  fail(how: Answer | null): void;
  close(): Promise<void>;
}

async function listen(answer: Answer): Promise<StandIn> {
  const asked = new Map<string, number>();
  let failure: Answer | null = null;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    asked.set(url.pathname, (asked.get(url.pathname) ?? 0) + 1);
    void (failure ?? answer)(request, url, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    fail: (how) => {
      failure = how;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

export const CLIENT_ID = 'openbell-test.apps.googleusercontent.com';
/** What a browser keeps, and its SHA-256 in base64url, which Google puts into the token. */
export const NONCE = 'a-nonce-of-this-browser';
const NONCE_HASH = createHash('sha256').update(NONCE).digest('base64url');

export interface GoogleStandIn extends StandIn {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  /** A token as Google issues it; claims and parts that are given replace the right ones. */
  token(now: number, claims?: Record<string, unknown>, parts?: TokenParts): Promise<string>;
}

interface TokenParts {
  readonly key?: CryptoKey | Uint8Array;
  readonly alg?: string;
  /** Seconds before now. */
  readonly age?: number;
  /** Seconds that the token lives. */
  readonly life?: number;
}

/** Serves a key set at `/certs`. */
export async function startGoogle(): Promise<GoogleStandIn> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  // Without `alg`: that only one algorithm counts is for the one who checks.
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig' };
  const standIn = await listen((_request, _url, response) => json(response, 200, { keys: [jwk] }));
  return {
    ...standIn,
    privateKey,
    publicKey,
    token(now, claims = {}, { key = privateKey, alg = 'RS256', age = 0, life = 3_600 } = {}) {
      const seconds = Math.floor(now / 1000) - age;
      return new SignJWT({
        iss: 'https://accounts.google.com',
        aud: CLIENT_ID,
        azp: CLIENT_ID,
        sub: '110169484474386276334',
        email: 'gina@example.test',
        email_verified: true,
        name: 'Gina Park',
        picture: 'https://lh3.googleusercontent.com/a/gina',
        nonce: NONCE_HASH,
        iat: seconds,
        exp: seconds + life,
        ...claims,
      })
        .setProtectedHeader({ alg, kid: 'one', typ: 'JWT' })
        .sign(key);
    },
  };
}

export const APP = { appId: '123456789', appSecret: 'a-secret' };

export interface FacebookPerson {
  readonly id: string;
  readonly name: string;
  readonly email?: string;
  /** Whose app the token was given to; ours by default. */
  readonly appId?: string;
}

/** Serves `/debug_token` and `/me` for the given tokens, with Facebook's own errors for all else. */
export async function startFacebook(people: Map<string, FacebookPerson>): Promise<StandIn> {
  const invalid = (message: string) => ({ error: { message, type: 'OAuthException', code: 190 } });
  return listen((_request, url, response) => {
    const query = url.searchParams;
    if (url.pathname === '/v1/debug_token') {
      if (query.get('access_token') !== `${APP.appId}|${APP.appSecret}`) {
        return json(response, 400, invalid('Error validating application.'));
      }
      const person = people.get(query.get('input_token') ?? '');
      const data =
        person === undefined
          ? { error: { code: 190, message: 'Invalid OAuth access token.' }, is_valid: false, scopes: [] }
          : { app_id: person.appId ?? APP.appId, type: 'USER', is_valid: true, user_id: person.id };
      return json(response, 200, { data });
    }
    const token = query.get('access_token') ?? '';
    const person = people.get(token);
    const proof = createHmac('sha256', APP.appSecret).update(token).digest('hex');
    if (person === undefined || query.get('appsecret_proof') !== proof) {
      return json(response, 400, invalid('Invalid appsecret_proof provided in the API argument'));
    }
    const { appId: _, ...shown } = person;
    json(response, 200, { ...shown, picture: { data: { url: 'https://platform-lookaside.fbsbx.com/p' } } });
  });
}

/** Serves `siteverify` for the given tokens; each is taken once, as reCAPTCHA does it. */
export async function startRecaptcha(
  secret: string,
  tokens: Map<string, { readonly at: number; readonly hostname: string }>,
): Promise<StandIn> {
  return listen(async (request, _url, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const form = new URLSearchParams(body);
    const refuse = (code: string) => json(response, 200, { success: false, 'error-codes': [code] });
    if (form.get('secret') !== secret) return refuse('invalid-input-secret');
    const token = form.get('response') ?? '';
    const known = tokens.get(token);
    if (known === undefined) return refuse('invalid-input-response');
    tokens.delete(token);
    const { at, hostname } = known;
    json(response, 200, { success: true, challenge_ts: new Date(at).toISOString(), hostname });
  });
}
