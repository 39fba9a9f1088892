// Each error status that a call can return is in docs/contract/openapi.json for that call, and the server's code
// contains no undocumented status.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@openbell/core/contract';
import { beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '../support/openapi-document.ts';
import { headOf, openRaw, statusOf } from '../support/raw-connection.ts';
import { sharedServer } from '../support/test-server.ts';
import { endpointNames, paramsOf } from './inputs.ts';

const openApi = openApiDocument('/api');
const MIB = 1024 * 1024;

let token: string;
// Long enough for many parallel requests on a busy machine.
const server = sharedServer({ timeouts: { smallBodyMs: 2000 } });
beforeAll(async () => {
  token = await server.signIn('subscriber');
});

const calls = endpointNames.map((name) => {
  const { method, path, bodyFormat } = endpoints[name];
  const params = paramsOf(name);
  return {
    name,
    method,
    bodyFormat,
    path: `/api${path.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(params[key]))}`,
  };
});
type Call = (typeof calls)[number];
const withBody = calls.filter(({ bodyFormat }) => bodyFormat !== 'none');

/** Sends the calls in parallel and returns the undocumented statuses. */
async function undocumented(
  of: readonly Call[],
  expected: number,
  send: (call: Call) => Promise<{ readonly status: number; readonly body: unknown }>,
): Promise<string[]> {
  const found = await Promise.all(
    of.map(async (call) => {
      const { status, body } = await send(call);
      return [
        ...(status === expected ? [] : [`${call.name} answers ${status}, not ${expected}`]),
        ...openApi.problemsOf(call.method, call.path, status, body),
      ];
    }),
  );
  return found.flat();
}

/** Announces a body and sends none. */
async function sendSlowly({ method, path, bodyFormat }: Call) {
  const type = bodyFormat === 'json' ? 'application/json' : 'multipart/form-data; boundary=x';
  const head = headOf(
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${type}`,
    'Content-Length: 9',
  );
  const text = await (await openRaw(server.url, head)).ended;
  const [, body = ''] = text.split('\r\n\r\n');
  return { status: statusOf(text), body: JSON.parse(/\{.*\}/s.exec(body)?.[0] ?? 'null') };
}

test('documents the statuses for invalid, slow and oversized bodies and other content types [calls.documented-statuses]', async () => {
  const json = withBody.filter(({ bodyFormat }) => bodyFormat === 'json');
  expect(json.length).toBeGreaterThan(10);
  const sent = (body: unknown, type?: string) => (call: Call) =>
    server.call(call.method, call.path, {
      body,
      token,
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    });
  // Waits for the server's timeout, meanwhile the other requests are sent.
  const slow = undocumented(json, 408, sendSlowly);
  expect(await undocumented(json, 400, sent('{'))).toEqual([]);
  expect(await undocumented(json, 413, sent(JSON.stringify({ padding: 'x'.repeat(MIB) })))).toEqual([]);
  // The server looks up a message's chat before it reads the files.
  const withType = withBody.filter(({ name }) => name !== 'postMessage');
  expect(await undocumented(withType, 415, sent('x', 'text/csv'))).toEqual([]);
  expect(await undocumented(json, 422, sent('null'))).toEqual([]);
  expect(await slow).toEqual([]);
});

test('documents the statuses for visitors and for members without a plan', async () => {
  const member = await server.signIn('member');
  const forMembers = calls.filter(({ name }) => endpoints[name].access !== 'visitor');
  const forSubscribers = calls.filter(({ name }) => endpoints[name].access === 'subscriber');
  expect(forSubscribers.length).toBeGreaterThan(5);
  expect(await undocumented(forMembers, 401, (call) => server.call(call.method, call.path))).toEqual([]);
  expect(
    await undocumented(forSubscribers, 403, (call) => server.call(call.method, call.path, { token: member })),
  ).toEqual([]);
});

test('documents the status of an internal error', async () => {
  const { db } = server.context;
  // Sessions cannot be read now, so each call of a member fails in its first step.
  await db.execute('alter table sessions rename to gone');
  try {
    const forMembers = calls.filter(({ name }) => endpoints[name].access !== 'visitor');
    expect(
      await undocumented(forMembers, 500, (call) => server.call(call.method, call.path, { token })),
    ).toEqual([]);
  } finally {
    await db.execute('alter table gone rename to sessions');
  }
});

test('uses no status in the server code that no call documents [calls.documented-statuses]', () => {
  const root = join(import.meta.dirname, '../..');
  const document: { readonly paths: Record<string, Record<string, { readonly responses: object }>> } =
    JSON.parse(readFileSync(join(root, 'docs/contract/openapi.json'), 'utf8'));
  const documented = new Set(
    Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ responses }) => Object.keys(responses)),
    ),
  );
  const folder = join(root, 'examples/server/src');
  const thrown = new Map<string, string>();
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    // The operator's commands are not calls of the contract.
    if (!path.endsWith('.ts') || path.startsWith('operate')) continue;
    const code = readFileSync(join(folder, path), 'utf8');
    for (const [, status = ''] of code.matchAll(/new HttpError\(\s*(\d{3})/g)) thrown.set(status, path);
    for (const [, status = ''] of code.matchAll(/\breturn body\(\s*(\d{3})/g)) thrown.set(status, path);
  }
  expect(thrown.size).toBeGreaterThan(8);
  // Another method is another call, which the document does not contain.
  expect([...thrown].filter(([status]) => status !== '405' && !documented.has(status))).toEqual([]);
});
