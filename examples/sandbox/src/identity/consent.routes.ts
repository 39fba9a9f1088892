import { createHash } from 'node:crypto';
import {
  HttpError,
  type IdentityProviderName,
  isAllowedOrigin,
  type OtherHandler,
  type ServerContext,
} from '@openbell/example-server';
import * as v from 'valibot';
import type { SandboxRoutes } from '../routes.ts';
import { type ConsentRequest, consentPage, consentResultPage } from './consent-page.ts';
import type { SandboxIssuer, SandboxPerson } from './sandbox-issuer.ts';

const requestSchema = v.object({
  origin: v.pipe(v.string(), v.maxLength(300)),
  state: v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/)),
  nonce: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{0,128}$/)), ''),
});
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** With addresses that nobody can have (RFC 2606). */
const demoPeople: Readonly<Record<IdentityProviderName, readonly Omit<SandboxPerson, 'id'>[]>> = {
  google: [
    { name: 'Gina Park', email: 'gina.park@example.test' },
    { name: 'Gabriel Stone', email: 'gabriel.stone@example.test' },
    { name: 'Morgan', email: 'member@openbell.test' },
  ],
  facebook: [
    { name: 'Fiona Reyes', email: 'fiona.reyes@example.test' },
    { name: 'Felix Moore', email: 'felix.moore@example.test' },
    { name: 'Faith Without-Mail', email: '' },
  ],
};

/** Derives a stable id per provider. */
function numbered(provider: IdentityProviderName, person: Omit<SandboxPerson, 'id'>): SandboxPerson {
  const key = `${provider}:${person.email.toLowerCase() || person.name}`;
  const hash = createHash('sha256').update(key).digest();
  return { ...person, id: String(10n ** 17n + (hash.readBigUInt64BE() % 10n ** 17n)) };
}

/** The consent pages of Google and Facebook. They open in a window and post a token to the opener by `postMessage`. */
export function consentRoutes(
  issuer: SandboxIssuer,
  standsIn: Readonly<Record<IdentityProviderName, boolean>>,
): SandboxRoutes {
  const people = {
    google: demoPeople.google.map((person) => numbered('google', person)),
    facebook: demoPeople.facebook.map((person) => numbered('facebook', person)),
  };

  function readRequest(context: ServerContext, request: Request, fields: URLSearchParams): ConsentRequest {
    const read = v.safeParse(requestSchema, Object.fromEntries(fields));
    const host = request.headers.get('host') ?? undefined;
    if (!read.success || !isAllowedOrigin(context.config, read.output.origin, host)) {
      throw new HttpError(422, 'This page is opened by the sign-in page of the site.');
    }
    return read.output;
  }

  function showPage(provider: IdentityProviderName): OtherHandler {
    return async (context, { request, url }) =>
      consentPage(provider, {
        request: readRequest(context, request, url.searchParams),
        people: people[provider],
      });
  }

  function submitConsent(provider: IdentityProviderName): OtherHandler {
    return async (context, call) => {
      const fields = new URLSearchParams(Buffer.from(await call.readBytes(16_384)).toString('utf8'));
      const consentRequest = readRequest(context, call.request, fields);
      const { origin, state, nonce } = consentRequest;
      const resultPage = (credential: string | null, { id, email, name }: SandboxPerson) =>
        consentResultPage(origin, {
          source: 'openbell-sandbox',
          state,
          credential,
          profile: { id, email, name },
        });
      if (fields.has('cancel')) return resultPage(null, { id: '', email: '', name: '' });

      const chosen = fields.get('person');
      const person =
        chosen === null
          ? numbered(provider, {
              name: (fields.get('name') ?? '').trim().slice(0, 100),
              email: (fields.get('email') ?? '').trim().slice(0, 254),
            })
          : people[provider][Number(chosen)];
      if (person === undefined) throw new HttpError(422, 'There is no such person.');
      if (chosen === null) {
        const problem = problemOf(person);
        if (problem !== null) {
          return consentPage(provider, { request: consentRequest, people: people[provider], error: problem });
        }
      }
      const credential =
        provider === 'google'
          ? await issuer.issueIdToken(person, nonce)
          : await issuer.issueAccessToken(person);
      return resultPage(credential, person);
    };
  }

  return {
    ...(standsIn.google
      ? { 'GET /dev/social/google': showPage('google'), 'POST /dev/social/google': submitConsent('google') }
      : {}),
    ...(standsIn.facebook
      ? {
          'GET /dev/social/facebook': showPage('facebook'),
          'POST /dev/social/facebook': submitConsent('facebook'),
        }
      : {}),
  };
}

function problemOf({ name, email }: SandboxPerson): string | null {
  if (name === '') return 'Please enter a name.';
  if (!emailPattern.test(email)) return 'Please enter a valid e-mail address.';
  return null;
}
