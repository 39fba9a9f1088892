// Hostile input for every call, generated from the OpenAPI document: it is rejected or harmless, never causes a 5xx,
// and leaves the tables unchanged (ASVS 1.2.4, 2.2.1, 15.3.5 to 15.3.7).
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { beginSession } from '../../../examples/server/src/sessions/sessions.ts';
import {
  validBodies as bodies,
  documentedCalls as calls,
  type DocumentedCall,
} from '../../support/documented-calls.ts';
import { hostileJson, hostileTexts } from '../../support/hostile-values.ts';
import { sharedServer } from '../../support/test-server.ts';

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

const server = sharedServer({ production: true });
beforeAll(async () => {
  tables = await tableNames();
  people = await demoPeople();
  const rows = await server.context.db.select().from(users);
  subscriberId = rows.find(({ email }) => email === 'subscriber@openbell.test')?.id ?? 0;
  token = await newToken();
});

const newToken = () =>
  beginSession(server.context.db, { userId: subscriberId, remember: true }, server.clock.now());
/** Calls that end the caller's session. */
const ending = new Set(['logout', 'endSession', 'endOtherSessions', 'deleteAccount']);

/** Asserts that the response is an error with a message, or a success; never a 5xx. */
async function send(
  call: DocumentedCall,
  path: string,
  body: string | FormData | undefined,
): Promise<number> {
  const response = await server.call(call.method, `/api${path}`, {
    token: ending.has(call.name) ? await newToken() : token,
    ...(body === undefined ? {} : { body }),
  });
  expect(response.status, response.text.slice(0, 200)).toBeLessThan(500);
  if (response.status >= 400) expect(String(response.body.message)).toMatch(/./);
  return response.status;
}

const plainPath = ({ path }: DocumentedCall) => path.replaceAll(/\{\w+\}/g, '1');
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
