// Runs the program `openbell-verify` against real backends.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CallReport, CallStatus, Report } from '../../packages/testing/src/verify/verify.types.ts';
import { startFaultySockets } from '../support/faulty-sockets.ts';
import { startPlainBackend } from '../support/plain-backend.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';
import { startTestServer } from '../support/test-server.ts';

const program = join(import.meta.dirname, '../../packages/testing/src/verify/main.ts');

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function openbellVerify(args: readonly string[], token = '', flags: readonly string[] = []): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--conditions=@openbell/source', ...flags, program, ...args],
      { env: { ...process.env, OPENBELL_TOKEN: token } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

/** The report of a run, and its calls by their result. */
async function reportOf(args: readonly string[], token?: string) {
  const { code, stdout, stderr } = await openbellVerify([...args, '--json'], token);
  expect(stderr).toBe('');
  if (token !== undefined) expect(stdout).not.toContain(token);
  const report: Report = JSON.parse(stdout);
  const having = (status: CallStatus): readonly CallReport[] =>
    report.calls.filter((call) => call.status === status);
  const sockets = report.sockets.map(({ status, request, notes }) => `${status} ${request} ${notes[0]}`);
  return { code, report, having, sockets };
}

const handShakes = [
  'ok WS /api/ws without a token',
  'ok WS /api/ws with a wrong token',
  'ok WS /api/ws without the subprotocol openbell.v1',
  'ok WS /api/ws with the token, from a foreign page',
];
const feedGreetings = ['ok WS /options greeting', 'ok WS /options wrong auth'];

describe('the reference server', () => {
  // The command is a separate process with the system's clock.
  const server = sharedByTests(() => startTestServer({ startsAt: Date.now() }));

  it('passes every check, including calls that write', async () => {
    const { code, having, sockets } = await reportOf(
      [`${server.url}/api`, '--write'],
      await server.signIn('subscriber'),
    );
    expect(having('differs')).toEqual([]);
    expect(sockets).toEqual([
      ...handShakes,
      'ok WS /api/ws with the token',
      'ok WS /api/ws after invalid frames',
      'ok WS /api/ws with openbell.v1+patch',
      ...feedGreetings,
      'ok WS /options auth',
      'ok WS /options subscribe to T.*',
      'ok WS /options events',
      'ok WS /api/ws after /web/chat/{id}',
      'ok WS /api/ws after /web/chat/{messageId}/action',
      'ok WS /api/ws after /web/chat/{id}/mute',
      'ok WS /api/ws after /web/chat/{id}/unmute',
      'ok WS /api/ws typing',
      'not-tried WS /api/ws ReadByAll',
      'ok WS /api/ws frames',
    ]);
    expect([...having('absent'), ...having('refused')]).toEqual([]);
    expect(having('ok').length).toBeGreaterThan(22);
    expect(code).toBe(0);
  });

  it('is called read-only without --write, with a readable report', async () => {
    const token = await server.signIn('subscriber');
    const { code, stdout } = await openbellVerify([`${server.url}/api`, '--token', token]);
    expect(stdout).toMatch(/\(read-only\)\n\nok {8}GET \/web\/program {2}\(200\)\n/);
    expect(stdout).toMatch(/not tried POST \/web\/chat\/\{id\} {2}\(changes data: use --write\)/);
    expect(stdout).toMatch(/\n\d+ ok, 0 differs, 0 absent, 0 refused, \d+ not tried\n$/);
    expect(stdout).not.toContain(token);
    expect(code).toBe(0);
  });

  it('reports a lapsed member as refused, and exits with 1 for an invalid token', async () => {
    const lapsed = await reportOf([`${server.url}/api`], await server.signIn('lapsed'));
    expect(lapsed.having('differs')).toEqual([]);
    expect(
      lapsed.having('refused').every(({ notes }) => notes.includes('use the token of a subscriber')),
    ).toBe(true);
    expect(lapsed.having('refused').length).toBeGreaterThan(3);
    expect(lapsed.sockets).toEqual([
      ...handShakes,
      'refused WS /api/ws with the token',
      ...feedGreetings,
      'refused WS /options auth',
    ]);
    expect(lapsed.code).toBe(0);
    expect((await reportOf([`${server.url}/api`], 'not-a-token')).code).toBe(1);
  });

  it('exits with 2 and a hint when the URL is wrong or does not respond', async () => {
    expect(await openbellVerify([`${server.url}/nowhere`])).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/none of the contract’s calls\. Check the prefix/),
    });
    const { code, stderr } = await openbellVerify(['http://127.0.0.1:9/api']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/does not respond/);
    expect((await openbellVerify(['--nonsense'])).code).toBe(2);
    expect((await openbellVerify(['--help'])).stdout).toContain('npx openbell-verify https://');
  });
});

describe.each([
  ['canonical', false],
  ['alternate', true],
] as const)('a backend without optional calls, its bodies %s', (form, wrapped) => {
  it('passes, with the missing calls listed as absent', async () => {
    const backend = await startPlainBackend({ wrapped });
    try {
      const signedIn = await fetch(`${backend.url}/api/web/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'mentor@plain.test', password: 'Opening-bell-9' }),
      });
      const body = (await signedIn.json()) as { access?: string; data?: { access: string } };
      const token = body.access ?? body.data?.access ?? '';
      const { code, having, sockets } = await reportOf([`${backend.url}/api`], token);
      expect(having('differs')).toEqual([]);
      expect(sockets).toEqual(['absent WS /api/ws the member socket', 'absent WS /options the options feed']);
      expect(code).toBe(0);
      const profile = having('ok').find(({ httpStatus, call }) => httpStatus === 200 && call === 'profile');
      expect(profile?.form).toBe(form);
      expect(having('absent').map(({ call }) => call)).toEqual(
        expect.arrayContaining(['newsList', 'alerts']),
      );
    } finally {
      await backend.close();
    }
  });
});

it('exits with 2 when Node has no WebSocket', async () => {
  const { code, stdout, stderr } = await openbellVerify(['http://127.0.0.1:9/api'], '', [
    '--no-experimental-websocket',
  ]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^openbell-verify needs Node 22 or newer/);
});

it('names each fault of two faulty sockets, and prints no token', async () => {
  const [backend, wrong] = [await startPlainBackend(), await startFaultySockets()];
  try {
    const token = backend.subscribe();
    const args = [`${backend.url}/api`, '--write', '--socket', `${wrong.url}/ws`];
    const { code, stdout } = await openbellVerify(
      [...args, '--options-feed', `${wrong.url}/options`, '--wait', '3'],
      token,
    );
    const host = new URL(wrong.url).host;
    const about = stdout.slice(stdout.indexOf(`\ndiffers   WS ${host}`) + 1).replaceAll(host, 'host');
    expect(about).toBe(`differs   WS host/ws  (without a token)
            close: expected 4401, got "still open after 3 s"
differs   WS host/ws  (with a wrong token)
            close: expected 4401, got "closed with 4000"
differs   WS host/ws  (without the subprotocol openbell.v1)
            upgrade: expected HTTP 400, got "HTTP 101"
differs   WS host/ws  (with the token, from a foreign page)
            upgrade: expected HTTP 403, got "HTTP 101"
ok        WS host/ws  (with the token)
differs   WS host/ws  (after invalid frames)
            close: expected an open socket, got "closed with 1003"
ok        WS host/ws  (with openbell.v1+patch)
differs   WS host/options  (greeting)
            $: expected a list of events, got an object
differs   WS host/options  (wrong auth)
            trades: expected none before auth_success, got 1
ok        WS host/options  (auth)
ok        WS host/options  (subscribe to T.*)
differs   WS host/options  (events)
            $[1].p: expected number, got "1.25"
            $[1].sym: expected an option, like O:AAPL251219C00150000, got "AAPL"

16 ok, 9 differs, 16 absent, 0 refused, 30 not tried
`);
    expect(stdout).not.toContain(token);
    expect(code).toBe(1);
  } finally {
    await Promise.all([backend.close(), wrong.close()]);
  }
});
