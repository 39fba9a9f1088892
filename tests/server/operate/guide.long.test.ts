// The commands of docs/guides/operate.md, from its top, on a new site with the demo data.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { runOperate } from './run-program.ts';
import { patientWorkers } from './support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ engine: 'PGlite', fileWorkers: patientWorkers });
});
afterAll(() => server.close());

/** Posts a message to the first group of the guide and reports it, as the guide says. */
async function reportMessage(): Promise<void> {
  const body = new FormData();
  for (const [name, value] of [
    ['chat_id', '4'],
    ['message', 'Buy my newsletter'],
    ['message_type', 'TXT'],
  ] as const)
    body.set(name, value);
  const token = await server.signIn('mentor');
  const posted = await server.call('POST', '/api/web/chat/4', { token, body });
  expect(posted.status, posted.text).toBe(201);
  const reported = await server.call('POST', `/api/web/chat/${posted.body.id}/action`, {
    token: await server.signIn('member'),
    body: { type: 'report' },
  });
  expect(reported.status, reported.text).toBe(200);
}

test('each command of the guide works when they are typed from the top', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../docs/guides/operate.md'), 'utf8');
  const lines = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, block = '']) => block.split('\n'))
    .filter((line) => line.startsWith('npm run operate -- '));
  expect(lines.length).toBeGreaterThan(30);
  const { dataFolder } = server.context.config;
  for (const line of lines) {
    const typed = line.replace('npm run operate -- ', '');
    if (typed === 'report list') await reportMessage();
    const words = [...typed.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
    const { code, error } = await runOperate(words, { dataFolder });
    expect([code, error], line).toEqual([0, '']);
  }
});
