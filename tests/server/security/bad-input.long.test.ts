// Hostile input for every call, generated from the OpenAPI document: it is rejected or harmless, never causes a 5xx,
// and leaves the tables unchanged (ASVS 1.2.4, 2.2.1, 15.3.5 to 15.3.7).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { beginSession } from '../../../examples/server/src/sessions/sessions.ts';
import { hostileJson, hostileTexts } from '../../support/hostile-values.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name?: string; readonly in?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
const openApi: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
} = JSON.parse(readFileSync(join(import.meta.dirname, '../../../docs/contract/openapi.json'), 'utf8'));

interface Call {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly pathParams: readonly string[];
  readonly queryParams: readonly string[];
  readonly format: 'json' | 'form' | null;
  /** The fields of a body, and those that all variants require. */
  readonly fields: readonly string[];
  readonly required: readonly string[];
}

/** The variants of a body; one if it is an object. */
function variantsOf(schema: Schema): readonly Schema[] {
  if (schema.$ref !== undefined)
    return variantsOf(openApi.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  return (schema.oneOf ?? schema.allOf)?.flatMap(variantsOf) ?? [schema];
}

const calls: readonly Call[] = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => {
    const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
    const variants = content === undefined ? [] : variantsOf(content.schema);
    const named = (place: string) =>
      parameters.flatMap((param) => (param.in === place && param.name !== undefined ? [param.name] : []));
    return {
      name: operationId,
      method: method.toUpperCase(),
      path,
      pathParams: named('path'),
      queryParams: named('query'),
      format: type === undefined ? null : type === 'application/json' ? ('json' as const) : ('form' as const),
      fields: [...new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)))],
      required: (variants[0]?.required ?? []).filter((field) =>
        variants.every(({ required = [] }) => required.includes(field)),
      ),
    };
  }),
);

/** A well-formed body in which one field is replaced. Calls that end an object get an id that does not exist. */
const bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  sendOtp: { email: 'nobody@example.com' },
  resendOtp: { email: 'nobody@example.com' },
  verifyOtp: { email: 'nobody@example.com', otp: '123456' },
  resetPassword: {
    email: 'nobody@example.com',
    otp: '123456',
    password: 'a'.repeat(9),
    confirm_password: 'a',
  },
  login: { type: 'manual', username: 'nobody@example.com', password: 'x', remember: false },
  register: {
    first_name: 'Ada',
    phone: '+13035550142',
    email: 'ada@example.com',
    password: 'a long password',
    password_confirmation: 'another',
    agree: true,
  },
  updateProfile: { first_name: 'Lee', phone: '+13035550142', about: 'Scalps.', push_notification: '1' },
  changePassword: {
    current_password: 'not the password',
    password: 'a long password',
    confirm_password: 'a long password',
  },
  prove: { code: '123456', password: 'not the password' },
  confirmAuthenticator: { code: '123456' },
  addPasskey: {
    id: 'none',
    rawId: 'none',
    type: 'public-key',
    response: { clientDataJSON: 'e30', attestationObject: 'none' },
  },
  deleteAccount: { password: 'not the password' },
  submitContactForm: { name: 'Ann', email: 'ann@example.com', message: 'When does it open?' },
  createPaymentIntent: { gateway: 'stripe', program_id: 1, term: 1 },
  updatePaymentMethod: { payment_method_id: 'pm_none' },
  createSubscription: { gateway: 'stripe', program_id: 1, term: 1, payment_method_id: 'pm_none' },
  storeNotificationToken: { token: 'a-token' },
  postMessage: { chat_id: '1', message: 'Hello.', message_type: 'TXT' },
  messageAction: { type: 'react', emoji: '👍' },
  // An unknown ticker, because the response for all tickers has megabytes.
  timeSale: { ticker: 'ZZZZZ' },
};

let server: TestServer;
let tables: unknown;
let subscriberId: number;
let token: string;

const tableNames = async (): Promise<unknown> => {
  const names = `select table_name from information_schema.tables where table_schema = 'public' order by 1`;
  const { rows } = (await server.context.db.execute(names)) as { rows: unknown[] };
  return rows;
};
const demoPeople = async () =>
  (await server.context.db.select().from(users))
    .filter(({ email }) => email.endsWith('@openbell.test'))
    .sort((a, b) => a.id - b.id)
    .map(({ id, email, passwordHash, expiredAt }) => ({ id, email, passwordHash, expiredAt }));
let people: unknown;

beforeAll(async () => {
  server = await startTestServer({ production: true });
  tables = await tableNames();
  people = await demoPeople();
  const rows = await server.context.db.select().from(users);
  subscriberId = rows.find(({ email }) => email === 'subscriber@openbell.test')?.id ?? 0;
  token = await newToken();
});
afterAll(() => server.close());

const newToken = () =>
  beginSession(server.context.db, { userId: subscriberId, remember: true }, server.clock.now());
/** Calls that end the caller's session. */
const ending = new Set(['logout', 'endSession', 'endOtherSessions', 'deleteAccount']);

/** Asserts that the response is an error with a message, or a success; never a 5xx. */
async function send(call: Call, path: string, body: string | FormData | undefined): Promise<number> {
  const response = await server.call(call.method, `/api${path}`, {
    token: ending.has(call.name) ? await newToken() : token,
    ...(body === undefined ? {} : { body }),
  });
  expect(response.status, response.text.slice(0, 200)).toBeLessThan(500);
  if (response.status >= 400) expect(String(response.body.message)).toMatch(/./);
  return response.status;
}

const plainPath = ({ path }: Call) => path.replaceAll(/\{\w+\}/g, '1');
/** The first cases of a fixed order, so that failures are reproducible. */
const cases = (numRuns: number) => ({ numRuns, seed: 20_261_122 });

const withJson = calls.filter(({ format }) => format === 'json');
const withForm = calls.filter(({ format }) => format === 'form');

test('documents the fields of every body, and has a valid body for each call', () => {
  for (const call of [...withJson, ...withForm]) {
    expect(call.fields, call.name).not.toEqual([]);
    expect(call.fields, call.name).toEqual(
      expect.arrayContaining(Object.keys(bodies[call.name] ?? { '?': 1 })),
    );
    expect(Object.keys(bodies[call.name] ?? {}), call.name).toEqual(
      expect.arrayContaining([...call.required]),
    );
  }
});

test('returns 422 when a required field is missing or has the wrong type', async () => {
  for (const call of withJson) {
    for (const field of call.required) {
      for (const spoilt of [undefined, null, {}, [], [bodies[call.name]?.[field]]]) {
        const status = await send(
          call,
          plainPath(call),
          JSON.stringify({ ...bodies[call.name], [field]: spoilt }),
        );
        expect([call.name, field, spoilt, status]).toEqual([call.name, field, spoilt, 422]);
      }
    }
  }
});

const jsonCase = fc.constantFrom(...withJson).chain((call) =>
  fc.record({
    call: fc.constant(call),
    field: fc.constantFrom(...call.fields, 'unknown', '__proto__', 'id', 'role', 'expired_at'),
    value: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...hostileJson) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)) },
      { weight: 1, arbitrary: fc.json() },
    ),
    twice: fc.boolean(),
  }),
);

test('handles a JSON body with one hostile value, instead of the valid value or as a duplicate', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(jsonCase, async ({ call, field, value, twice }) => {
      const good = Object.entries(bodies[call.name] ?? {})
        .filter(([name]) => twice || name !== field)
        .map(([name, kept]) => `${JSON.stringify(name)}:${JSON.stringify(kept)}`);
      await send(call, plainPath(call), `{${[...good, `${JSON.stringify(field)}:${value}`].join(',')}}`);
    }),
    cases(150),
  );
});

test('rejects a JSON body that is not an object', async () => {
  for (const call of withJson) {
    for (const body of ['null', '[]', '5', '"x"', '[{}]', '{', `${'['.repeat(9_000)}${']'.repeat(9_000)}`]) {
      const status = await send(call, plainPath(call), body);
      expect([call.name, body, status]).toEqual([call.name, body, body === '{' ? 400 : 422]);
    }
  }
});

const formCase = fc.constantFrom(...withForm).chain((call) =>
  fc.record({
    call: fc.constant(call),
    field: fc.constantFrom(...call.fields, 'unknown', '__proto__', 'files', 'profile_image'),
    value: fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary' })),
    twice: fc.boolean(),
    asFile: fc.boolean(),
  }),
);

test('handles a form with one hostile value, as text or as a file', async () => {
  await fc.assert(
    fc.asyncProperty(formCase, async ({ call, field, value, twice, asFile }) => {
      const form = new FormData();
      for (const [name, kept] of Object.entries(bodies[call.name] ?? {})) {
        if (twice || name !== field) form.append(name, String(kept));
      }
      if (asFile) form.append(field, new Blob([value.slice(0, 100)]), value.slice(0, 300) || 'file');
      else form.append(field, value);
      await send(call, plainPath(call), form);
    }),
    cases(60),
  );
});

const addressCase = fc.constantFrom(...calls.filter(({ name }) => name !== 'timeSale')).chain((call) =>
  fc.record({
    call: fc.constant(call),
    segment: fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary' })),
    query: fc.dictionary(
      fc.constantFrom(...call.queryParams, 'q', 'page', '__proto__', 'min_id'),
      fc.array(fc.oneof(fc.constantFrom(...hostileTexts), fc.constantFrom('1', '-1', '2147483648', '1e9')), {
        minLength: 1,
        maxLength: 2,
      }),
      { maxKeys: 2 },
    ),
  }),
);
/** URLs cannot encode lone surrogates, and the server reads 8 KB of a URL. */
const inAddress = (text: string) => encodeURIComponent(Buffer.from(text.slice(0, 300)).toString());

test('handles hostile path segments and queries', async () => {
  await fc.assert(
    fc.asyncProperty(addressCase, async ({ call, segment, query }) => {
      const path = call.path.replaceAll(/\{\w+\}/g, () => inAddress(segment) || '%20');
      const pairs = Object.entries(query).flatMap(([name, values]) =>
        values.map((value) => `${inAddress(name)}=${inAddress(value)}`),
      );
      const good = bodies[call.name];
      const body = good === undefined || call.format === 'form' ? undefined : JSON.stringify(good);
      await send(call, `${path}?${pairs.join('&')}`, body);
    }),
    cases(150),
  );
});

test('leaves tables, accounts and prototypes unchanged after all hostile input', async () => {
  expect(await tableNames()).toEqual(tables);
  expect(await demoPeople()).toEqual(people);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect((await server.call('GET', '/healthz')).status).toBe(200);
  expect(server.logLines.filter((line) => line.includes('"request-failed"'))).toEqual([]);
});
