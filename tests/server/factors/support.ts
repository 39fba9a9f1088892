import { createHmac } from 'node:crypto';
import { rateLimits } from '../../../examples/server/src/db/schema/accounts.ts';
import { registration, signInBody } from '../../support/account-bodies.ts';
import type { TestServer } from '../../support/test-server.ts';

export const password = 'a long password';
const minute = 60_000;
const stepMs = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of an authenticator app (RFC 6238) at a time in ms, computed without the server's library. */
export function codeOf(secret: string, at: number): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / stepMs)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** A member's calls about factors, and their authenticator app. */
export function memberOf(server: TestServer, email: string) {
  let secret = '';
  let token = '';
  const post = (path: string, body?: object) => server.call('POST', `/api/web/${path}`, { token, body });
  const member = {
    email,
    get token() {
      return token;
    },
    get secret() {
      return secret;
    },
    post,
    factors: async () => (await server.call('GET', '/api/web/factors', { token })).body,
    /** The code that the app shows now, or some steps later. */
    code: (steps = 0): string => codeOf(secret, server.clock.now() + steps * stepMs),
    /** Posts a sign-in; the extra fields may contain a code. */
    login: (extra: object = {}) =>
      server.call('POST', '/api/web/login', {
        body: { ...signInBody(email, password), ...extra },
      }),
    /** Registers the account and signs in. */
    async join() {
      const response = await server.call('POST', '/api/web/register', {
        body: registration({ first_name: 'Fay', email, password }),
      });
      if (response.status !== 201)
        throw new Error(`register was answered ${response.status}: ${response.text}`);
      token = String((await member.login()).body.access);
      return member;
    },
    /** Requests a secret for the app, without confirming it. */
    async beginApp() {
      const response = await post('new-authenticator');
      if (response.status === 200) secret = String(response.body.secret);
      return response;
    },
    /** Adds the app and returns the recovery codes. Moves the clock on, to the app's next code. */
    async addApp(): Promise<readonly string[]> {
      await member.beginApp();
      const response = await post('confirm-authenticator', { code: member.code() });
      if (response.status !== 200)
        throw new Error(`confirm was answered ${response.status}: ${response.text}`);
      server.clock.advance(stepMs);
      return response.body.recovery_codes as unknown as readonly string[];
    },
    /** Lets the proof of the sign-in expire. */
    waitForProofToEnd: () => server.clock.advance(6 * minute),
    mails: async (): Promise<readonly { readonly subject: string; readonly text: string }[]> =>
      JSON.parse((await server.call('GET', `/dev/mail.json?to=${encodeURIComponent(email)}`)).text),
  };
  return member;
}

export type Member = ReturnType<typeof memberOf>;

/** The status of an answer, and the fields that it requests or rejects. */
export const fieldsOf = (response: Awaited<ReturnType<TestServer['call']>>) => [
  response.status,
  ...Object.keys(response.body.errors ?? {}),
];

export const clearLimits = (server: TestServer) => server.context.db.delete(rateLimits);
