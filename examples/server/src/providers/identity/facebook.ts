import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { CredentialRefused, type IdentityProvider, IdentityUnavailable } from './identity.types.ts';
import { readEmail, readPhoto, readText } from './read-claims.ts';

/** The used part of `fetch`; the sandbox replaces it. */
export type FetchGraph = (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>;

export interface FacebookIdentityOptions {
  readonly appId: string;
  readonly appSecret: string;
  /** For example `https://graph.facebook.com/v23.0`. */
  readonly graphUrl: string;
  readonly fetch?: FetchGraph;
  readonly timeoutMs?: number;
}

const refusalSchema = v.object({ error: v.object({ code: v.optional(v.number()) }) });
const debugSchema = v.object({
  data: v.object({ app_id: v.optional(v.string()), is_valid: v.boolean(), user_id: v.optional(v.string()) }),
});
const personSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^\d{1,64}$/)),
  name: v.optional(v.unknown()),
  email: v.optional(v.unknown()),
  picture: v.fallback(v.optional(v.object({ data: v.object({ url: v.unknown() }) })), undefined),
});

/**
 * Verifies access tokens of Facebook Login: that the token is valid and issued to this app, and whose it is. Facebook does
 * not confirm the e-mail address, and may share none.
 */
export function createFacebookIdentity(options: FacebookIdentityOptions): IdentityProvider {
  const { appId, appSecret, graphUrl, timeoutMs = 5_000 } = options;
  const ask: FetchGraph = options.fetch ?? ((url, init) => fetch(url, { ...init, redirect: 'error' }));

  async function get<T>(path: string, query: Record<string, string>, schema: v.GenericSchema<unknown, T>) {
    let status: number;
    let body: unknown;
    try {
      const url = `${graphUrl}${path}?${new URLSearchParams(query)}`;
      const response = await ask(url, { signal: AbortSignal.timeout(timeoutMs) });
      status = response.status;
      body = await response.json();
    } catch (error) {
      throw new IdentityUnavailable('Facebook did not answer.', { cause: error });
    }
    if (status === 200) {
      const read = v.safeParse(schema, body);
      if (read.success) return read.output;
    } else if (status < 500 && status !== 429) {
      // Codes like 190 are about the token; 4, 17 and 32 mean too many calls.
      const refusal = v.safeParse(refusalSchema, body);
      const code = refusal.success ? (refusal.output.error.code ?? 0) : null;
      if (code !== null && ![1, 2, 4, 17, 32].includes(code))
        throw new CredentialRefused(`Facebook: ${code}`);
    }
    throw new IdentityUnavailable(`Facebook answered ${status} in no known form.`);
  }

  return {
    async verify({ token }) {
      const { data } = await get(
        '/debug_token',
        { input_token: token, access_token: `${appId}|${appSecret}` },
        debugSchema,
      );
      if (!data.is_valid) throw new CredentialRefused('Facebook says that the token is not valid');
      if (data.app_id !== appId) throw new CredentialRefused('the token was given to another app');
      if (data.user_id === undefined) throw new CredentialRefused('the token belongs to no person');
      const person = await get(
        '/me',
        {
          fields: 'id,name,email,picture',
          access_token: token,
          appsecret_proof: createHmac('sha256', appSecret).update(token).digest('hex'),
        },
        personSchema,
      );
      if (person.id !== data.user_id) throw new CredentialRefused('two answers name two people');
      return {
        provider: 'facebook',
        subject: person.id,
        email: readEmail(person.email),
        emailVerified: false,
        name: readText(person.name, 100),
        photo: readPhoto(person.picture?.data.url),
      };
    },
  };
}
