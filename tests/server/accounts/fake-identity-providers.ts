// Local HTTP servers with the API of Google's keys, Facebook's Graph API and reCAPTCHA's siteverify.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { serveLocally } from '../../support/serve-locally.ts';

type Respond = (request: IncomingMessage, url: URL, response: ServerResponse) => void | Promise<void>;

export interface FakeServer {
  readonly url: string;
  /** Number of requests, by path. */
  readonly requestCounts: ReadonlyMap<string, number>;
  /** Overrides the following responses; null restores the default. */
  fail(how: Respond | null): void;
  close(): Promise<void>;
}

async function listen(respond: Respond): Promise<FakeServer> {
  const requestCounts = new Map<string, number>();
  let failure: Respond | null = null;
  const server = await serveLocally((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    requestCounts.set(url.pathname, (requestCounts.get(url.pathname) ?? 0) + 1);
    void (failure ?? respond)(request, url, response);
  });
  return {
    ...server,
    requestCounts,
    fail: (how) => {
      failure = how;
    },
  };
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

export const CLIENT_ID = 'openbell-test.apps.googleusercontent.com';
/** The nonce that the browser keeps, and its SHA-256 in base64url, which Google copies into the token. */
export const NONCE = 'a-nonce-of-this-browser';
const NONCE_HASH = createHash('sha256').update(NONCE).digest('base64url');

export interface FakeGoogle extends FakeServer {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  /** A token as Google issues it, of a Workspace account. Claims and parts can be overridden. */
  token(now: number, claims?: Record<string, unknown>, parts?: TokenParts): Promise<string>;
}

interface TokenParts {
  readonly key?: CryptoKey | Uint8Array;
  readonly alg?: string;
  /** Seconds before now. */
  readonly age?: number;
  /** Lifetime of the token in seconds. */
  readonly life?: number;
}

/** Serves a key set at `/certs`. */
export async function startGoogle(): Promise<FakeGoogle> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  // Without `alg`: the verifier must restrict the algorithm.
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig' };
  const fake = await listen((_request, _url, response) => json(response, 200, { keys: [jwk] }));
  return {
    ...fake,
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
        hd: 'example.test',
        name: 'Gina Park',
        picture: 'https://lh3.googleusercontent.com/a/gina',
        nonce: NONCE_HASH,
        jti: randomUUID(),
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

export interface FacebookUser {
  readonly id: string;
  readonly name: string;
  readonly email?: string;
  /** The app that the token was issued to; ours by default. */
  readonly appId?: string;
}

/** Serves `/debug_token` and `/me` for the given tokens, and Facebook's errors for others. */
export async function startFacebook(people: Map<string, FacebookUser>): Promise<FakeServer> {
  const invalid = (message: string) => ({ error: { message, type: 'OAuthException', code: 190 } });
  return listen((_request, url, response) => {
    const query = url.searchParams;
    if (url.pathname === '/v1/debug_token') {
      if (query.get('access_token') !== `${APP.appId}|${APP.appSecret}`) {
        return json(response, 400, invalid('Error validating application.'));
      }
      const user = people.get(query.get('input_token') ?? '');
      const data =
        user === undefined
          ? { error: { code: 190, message: 'Invalid OAuth access token.' }, is_valid: false, scopes: [] }
          : { app_id: user.appId ?? APP.appId, type: 'USER', is_valid: true, user_id: user.id };
      return json(response, 200, { data });
    }
    const token = query.get('access_token') ?? '';
    const user = people.get(token);
    const proof = createHmac('sha256', APP.appSecret).update(token).digest('hex');
    if (user === undefined || query.get('appsecret_proof') !== proof) {
      return json(response, 400, invalid('Invalid appsecret_proof provided in the API argument'));
    }
    const { appId: _, ...shown } = user;
    json(response, 200, { ...shown, picture: { data: { url: 'https://platform-lookaside.fbsbx.com/p' } } });
  });
}

/** Serves `siteverify` for the given tokens. Like reCAPTCHA, it accepts each token once. */
export async function startRecaptcha(
  secret: string,
  tokens: Map<string, { readonly at: number; readonly hostname: string }>,
): Promise<FakeServer> {
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
