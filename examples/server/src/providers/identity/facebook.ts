import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { type IdentityProvider, IdentityUnavailable, InvalidCredential } from './identity.types.ts';
import { readEmail, readPhoto, readText } from './read-claims.ts';

/** The used part of `fetch`. The sandbox replaces it. */
type FetchGraph = (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>;

export interface FacebookIdentityOptions {
  readonly appId: string;
  readonly appSecret: string;
  /** For example `https://graph.facebook.com/v23.0`. */
  readonly graphUrl: string;
  readonly fetch?: FetchGraph;
}

const timeoutMs = 5_000;
/** Facebook's error codes of temporary failures: unknown, service unavailable, too many calls. */
const temporaryCodes = [1, 2, 4, 17, 32];

const errorSchema = v.object({ error: v.object({ code: v.optional(v.number()) }) });
const debugSchema = v.object({
  data: v.object({ app_id: v.optional(v.string()), is_valid: v.boolean(), user_id: v.optional(v.string()) }),
});
const userSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^\d{1,64}$/)),
  name: v.optional(v.unknown()),
  email: v.optional(v.unknown()),
  picture: v.fallback(v.optional(v.object({ data: v.object({ url: v.unknown() }) })), undefined),
});

/**
 * Verifies access tokens of Facebook Login: that a token is valid and issued to this app, and whose it is. Facebook does not
 * confirm the e-mail address, and may not share it.
 */
export function createFacebookIdentity(options: FacebookIdentityOptions): IdentityProvider {
  const { appId, appSecret, graphUrl } = options;
  const request: FetchGraph = options.fetch ?? ((url, init) => fetch(url, { ...init, redirect: 'error' }));

  async function get<T>(path: string, query: Record<string, string>, schema: v.GenericSchema<unknown, T>) {
    let status: number;
    let body: unknown;
    try {
      const url = `${graphUrl}${path}?${new URLSearchParams(query)}`;
      const response = await request(url, { signal: AbortSignal.timeout(timeoutMs) });
      status = response.status;
      body = await response.json();
    } catch (error) {
      throw new IdentityUnavailable('Facebook did not respond.', { cause: error });
    }
    if (status === 200) {
      const read = v.safeParse(schema, body);
      if (read.success) return read.output;
    } else if (status < 500 && status !== 429) {
      const read = v.safeParse(errorSchema, body);
      const code = read.success ? (read.output.error.code ?? 0) : null;
      if (code !== null && !temporaryCodes.includes(code)) throw new InvalidCredential(`Facebook: ${code}`);
    }
    throw new IdentityUnavailable(`Facebook returned an unexpected response with status ${status}.`);
  }

  return {
    async verify({ token }) {
      const { data } = await get(
        '/debug_token',
        { input_token: token, access_token: `${appId}|${appSecret}` },
        debugSchema,
      );
      if (!data.is_valid) throw new InvalidCredential('the token is invalid');
      if (data.app_id !== appId) throw new InvalidCredential('the token was issued to another app');
      if (data.user_id === undefined) throw new InvalidCredential('the token has no user');
      const user = await get(
        '/me',
        {
          fields: 'id,name,email,picture',
          access_token: token,
          appsecret_proof: createHmac('sha256', appSecret).update(token).digest('hex'),
        },
        userSchema,
      );
      if (user.id !== data.user_id) throw new InvalidCredential('the responses name different users');
      return {
        provider: 'facebook',
        subject: user.id,
        email: readEmail(user.email),
        emailVerified: false,
        name: readText(user.name, 100),
        photo: readPhoto(user.picture?.data.url),
      };
    },
  };
}
