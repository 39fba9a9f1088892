import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createLocalJWKSet, exportJWK, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose';

/** The account that was chosen or entered on the consent page. */
export interface SandboxPerson {
  /** Digits, as both providers number people. */
  readonly id: string;
  readonly name: string;
  /** Empty when the account shares none. */
  readonly email: string;
}

/** Issues the tokens of both providers, with a key that lives as long as the process. */
export interface SandboxIssuer {
  readonly googleKeys: JWTVerifyGetKey;
  /** Responds as Facebook's Graph API does. */
  graph(url: string): Promise<Response>;
  /** An ID token, as Google's for a Workspace account, whose address counts as confirmed; `nonce` as the page asked for it. */
  issueIdToken(person: SandboxPerson, nonce: string): Promise<string>;
  /** An access token, as Facebook's. */
  issueAccessToken(person: SandboxPerson): Promise<string>;
}

export const SANDBOX_CLIENT_ID = 'openbell-sandbox.apps.googleusercontent.com';
export const SANDBOX_APP = { appId: '100000000000001', appSecret: 'sandbox' } as const;
const facebookIssuer = 'sandbox-facebook';
const kid = 'sandbox';

/** Creates the issuer; its key is generated on first use. */
export function createSandboxIssuer(now: () => number): SandboxIssuer {
  let pair: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } | undefined;
  const keys = () => {
    pair ??= generateKeyPairSync('rsa', { modulusLength: 2048 });
    return pair;
  };

  function sign(
    claims: Record<string, unknown>,
    { iss, aud, sub }: { iss: string; aud: string; sub: string },
  ) {
    const seconds = Math.floor(now() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
      .setIssuer(iss)
      .setAudience(aud)
      .setSubject(sub)
      .setJti(randomUUID())
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 3_600)
      .sign(keys().privateKey);
  }

  async function readAccessToken(token: string) {
    try {
      const { payload } = await jwtVerify(token, keys().publicKey, {
        algorithms: ['RS256'],
        issuer: facebookIssuer,
        audience: SANDBOX_APP.appId,
        currentDate: new Date(now()),
      });
      return payload;
    } catch {
      return null;
    }
  }

  return {
    googleKeys: async (header, token) => {
      const jwk = await exportJWK(keys().publicKey);
      return createLocalJWKSet({ keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] })(header, token);
    },
    issueIdToken: ({ id, name, email }, nonce) =>
      sign(
        {
          email,
          email_verified: true,
          hd: email.slice(email.lastIndexOf('@') + 1),
          name,
          ...(nonce === '' ? {} : { nonce }),
        },
        { iss: 'https://accounts.google.com', aud: SANDBOX_CLIENT_ID, sub: id },
      ),
    issueAccessToken: ({ id, name, email }) =>
      sign(
        { name, ...(email === '' ? {} : { email }) },
        { iss: facebookIssuer, aud: SANDBOX_APP.appId, sub: id },
      ),
    async graph(address) {
      const url = new URL(address);
      const parameter = url.pathname.endsWith('/debug_token') ? 'input_token' : 'access_token';
      const person = await readAccessToken(url.searchParams.get(parameter) ?? '');
      if (parameter === 'input_token') {
        return Response.json({
          data:
            person === null
              ? { is_valid: false, error: { code: 190, message: 'Invalid OAuth access token.' } }
              : { is_valid: true, app_id: SANDBOX_APP.appId, user_id: person.sub },
        });
      }
      if (person === null) {
        const error = { code: 190, message: 'Invalid OAuth access token.' };
        return Response.json({ error }, { status: 400 });
      }
      const { sub: id, name, email } = person;
      return Response.json({ id, name, email });
    },
  };
}
