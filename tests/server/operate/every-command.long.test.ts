// Every command as a process, against the server as a process, on both databases.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { demoAccounts, demoPassword } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import type { Outcome } from '../../../examples/server/src/operate/command.types.ts';
import { type CommandName, commands } from '../../../examples/server/src/operate/commands.ts';
import { hasPostgres } from '../../support/postgres.ts';
import { createSeededDatabase } from '../../support/seeded-postgres.ts';
import { prepareDataFolder, type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { openSocket, type TestSocket } from '../chat/support.ts';
import { codeOf } from '../factors/support.ts';
import { runOperate } from './run-program.ts';

const { mentor, subscriber, member, lapsed, other } = demoAccounts;

/** Refused commands, with a part of their message. */
const badInput = (
  member: string,
  { folder, emptyFolder }: { readonly folder: string; readonly emptyFolder: string },
): readonly (readonly [words: readonly string[], message: string])[] => [
  [
    ['alert', 'publihs'],
    "Unknown command 'publihs'. (Did you mean publish?) See: npm run operate -- alert --help",
  ],
  [['publihs'], "Unknown command 'publihs'. See: npm run operate -- --help"],
  [['alert', 'publish'], 'Missing: text. See: npm run operate -- alert publish --help'],
  [['report', 'resolve', '1'], 'Missing: --action. '],
  [
    ['alert', 'publish', 'SPY', '520C'],
    'Expected 1 argument but got 2: SPY, 520C. Put texts with spaces in quotes. See: ',
  ],
  [
    ['alert', 'list', '--volume', '11'],
    "Unknown option '--volume'. See: npm run operate -- alert list --help",
  ],
  [['alert', 'list', '--dry-run'], "Unknown option '--dry-run'. "],
  [['member', 'grant', member, '--days'], "Option '--days <integer>' argument missing. "],
  [['member', 'grant', member, '--days', '-1'], '--days must be a positive whole number.'],
  [['member', 'grant', member], 'Set either --days or --until.'],
  [['member', 'show', 'nobody@example.com'], 'There is no member nobody@example.com. '],
  [['chat', 'add', 'Morning room', '1'], 'chat must be a positive whole number. See: chat list'],
  [['chat', 'rename', '999999', 'Desk'], 'There is no chat 999999. See: chat list'],
  [['course', 'publish', '999999'], 'There is no course 999999. See: course list'],
  [['report', 'show', '999999'], 'There is no report 999999. '],
  [['billing', 'refund', '999999', '--yes'], 'There is no payment 999999. '],
  [['alert', 'retract', '999999', '--yes'], 'There is no alert 999999. See: alert list'],
  [['alert', 'publish', 'x', '--at', 'tomorrow'], '--at must be a time like '],
  [['alert', 'publish', 'x', '--at', '2020-01-01'], '--at must be in the future.'],
  [['alert', 'publish', 'x', '--link', 'x.com'], '--link must be an address'],
  [['alert', 'publish', 'x', '--picture', '/nowhere.jpg'], 'There is no file /nowhere.jpg.'],
  [['alert', 'publish', 'x', '--picture', folder], `${folder} is not a file.`],
  [['course', 'add', '/nowhere/course'], 'There is no folder /nowhere/course.'],
  [['course', 'edit', '999999', emptyFolder], 'There is no course 999999. See: course list'],
  [['course', 'add', emptyFolder], 'The folder has no file course.md.'],
];

describe.each(hasPostgres ? ['PGlite', 'PostgreSQL'] : ['PGlite'])('on %s', (database) => {
  let folder: string;
  let dataFolder: string;
  let server: ServerProcess;
  const used = new Set<string>();
  const sockets: TestSocket[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openbell-commands-'));
    dataFolder = join(folder, 'data');
    const env: Record<string, string> = { OWNER_EMAIL: 'owner@example.com' };
    if (database === 'PGlite') await prepareDataFolder(dataFolder);
    else env.DATABASE_URL = await createSeededDatabase(inject('seededPostgres') ?? '');
    server = await startServerProcess({ dataFolder, env });
  });
  afterAll(async () => {
    for (const { ws } of sockets) ws.terminate();
    await server.stop('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a command that must succeed. */
  async function operate(name: CommandName, ...words: string[]): Promise<Outcome> {
    const { code, out, error } = await runOperate([...name.split(' '), ...words, '--json'], { dataFolder });
    expect([code, error], out).toEqual([0, '']);
    used.add(name);
    return JSON.parse(out) as Outcome;
  }

  /** Runs the dry run of a destructive command, and then the command. */
  async function destroy(name: CommandName, ...words: string[]): Promise<Outcome> {
    expect((await operate(name, ...words, '--dry-run')).message).toMatch(/^Would /);
    return operate(name, ...words, '--yes');
  }

  async function call(method: string, path: string, token?: string, body?: object | FormData) {
    const isForm = body instanceof FormData;
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: (text === '' ? {} : JSON.parse(text)) as never };
  }

  async function signIn({ email }: { readonly email: string }): Promise<string> {
    const credentials = { type: 'manual', username: email, password: demoPassword, remember: true };
    const { body, text } = await call('POST', '/api/web/login', undefined, credentials);
    const { access } = body as { readonly access?: string };
    if (access === undefined) throw new Error(`The sign-in of ${email} returned ${text}`);
    return access;
  }

  async function connect(token: string): Promise<TestSocket> {
    const socket = openSocket(server.url, ['openbell.v1', `bearer.${token}`]);
    sockets.push(socket);
    await socket.opened;
    return socket;
  }

  async function post(token: string, chat: string, message: string): Promise<number> {
    const form = new FormData();
    form.set('chat_id', chat);
    form.set('message', message);
    form.set('message_type', 'TXT');
    const { body, text } = await call('POST', `/api/web/chat/${chat}`, token, form);
    const { id } = body as { readonly id?: number };
    if (id === undefined) throw new Error(`The post returned ${text}`);
    return id;
  }

  const mailsTo = async ({ email }: { readonly email: string }) =>
    (await call('GET', `/dev/mail.json?to=${email}`)).body as readonly { readonly subject: string }[];
  const chatText = async (token: string, chat: string) =>
    (await call('GET', `/api/web/chat/${chat}`, token)).text;

  test('an alert arrives in open lists, and leaves them when it is retracted', async () => {
    const token = await signIn(subscriber);
    const socket = await connect(token);
    const alert = String((await operate('alert publish', 'SPY 520C')).details?.alert);
    expect((await socket.nextOf('alert_published')).alert).toMatchObject({ message: 'SPY 520C' });
    const { rows } = await operate('alert list', '--limit', '1');
    expect(rows).toMatchObject([{ alert, state: 'published', text: 'SPY 520C' }]);
    await destroy('alert retract', alert);
    expect(String((await socket.nextOf('alert_retracted')).id)).toBe(alert);
    expect((await call('GET', '/api/web/alerts', token)).text).not.toContain('SPY 520C');
  });

  test('a group appears, changes and disappears', async () => {
    const token = await signIn(other);
    const socket = await connect(token);
    const chat = String((await operate('chat create', 'Desk', '--member', subscriber.email)).details?.chat);
    await operate('chat add', chat, other.email);
    await socket.nextOf('WebFetchChat');
    await operate('chat rename', chat, 'Opening bell');
    const list = () => call('GET', '/api/web/chats?chat_type=GR', token);
    expect((await list()).text).toContain('Opening bell');
    await post(token, chat, 'Good morning');
    expect((await operate('chat export', chat)).rows).toMatchObject([{ text: 'Good morning' }]);
    await destroy('chat archive', chat);
    expect((await list()).text).not.toContain('Opening bell');
    await operate('chat restore', chat);
    expect(await chatText(token, chat)).toContain('Good morning');
    await destroy('chat remove', chat, other.email);
    expect((await list()).text).not.toContain('Opening bell');
    const { rows } = await operate('chat list');
    expect(rows).toContainEqual(expect.objectContaining({ name: 'Opening bell', members: 1 }));
    await operate('chat personal', mentor.email, other.email);
    expect((await call('GET', '/api/web/chats?chat_type=PR', token)).text).toContain('Maya');
  });

  test('a course is added, changed, ordered and published', async () => {
    const course = join(folder, 'course');
    const write = (name: string) =>
      writeFile(join(course, 'course.md'), `---\nname: ${name}\n---\n\nText.\n`);
    await mkdir(course);
    await write('Two words');
    const id = String((await operate('course add', course)).details?.course);
    await write('Three words');
    await operate('course edit', id, course);
    await operate('course order', id);
    await operate('course publish', id);
    const { rows } = await operate('course list');
    expect(rows?.[0]).toMatchObject({ course: Number(id), name: 'Three words' });
    const shown = await call('GET', '/api/app/courses', await signIn(member));
    expect((shown.body as readonly { readonly name: string }[])[0]?.name).toBe('Three words');
  });

  test('a reported message disappears, and the member who reported it gets a mail', async () => {
    const words = ['Room', '--member', subscriber.email, '--member', mentor.email];
    const chat = String((await operate('chat create', ...words)).details?.chat);
    const [sender, reporter] = [await signIn(mentor), await signIn(subscriber)];
    const message = await post(sender, chat, 'Buy my newsletter');
    await call('POST', `/api/web/chat/${message}/action`, reporter, { type: 'report' });
    const report = String((await operate('report list')).rows?.at(-1)?.report);
    const { details } = await operate('report show', report);
    expect(details?.reported_text).toBe('Buy my newsletter');
    const socket = await connect(reporter);
    await destroy('report resolve', report, '--action', 'hide');
    const frame = await socket.nextOf('WebFetchMessage');
    expect(frame.message).toMatchObject({ id: message, delete_from_everyone: true });
    expect(await chatText(reporter, chat)).not.toContain('Buy my newsletter');
    const [mail] = await mailsTo(subscriber);
    expect(mail?.subject).toBe('We reviewed the message that you reported');
  });

  test('access is granted and revoked', async () => {
    const token = await signIn(member);
    const status = async () => (await call('GET', '/api/web/alerts', token)).status;
    expect(await status()).toBe(403);
    await operate('member grant', member.email, '--days', '30');
    expect(await status()).toBe(200);
    expect((await operate('member find', member.email)).rows).toHaveLength(1);
    expect((await operate('member show', member.email)).rows).toMatchObject([{ provider: 'manual' }]);
    await destroy('member revoke', member.email);
    expect(await status()).toBe(403);
  });

  test('a ban ends the sessions and the open socket', async () => {
    const token = await signIn(other);
    const socket = await connect(token);
    await destroy('member ban', other.email);
    expect((await socket.closed).code).toBe(4401);
    expect((await call('GET', '/api/web/profile', token)).status).toBe(401);
    await expect(signIn(other)).rejects.toThrow('suspended');
    await operate('member unban', other.email);
    await signIn(other);
  });

  test('a member is signed out, loses the authenticator app, is exported and deleted', async () => {
    await signIn(lapsed);
    expect((await operate('member sessions', lapsed.email)).rows?.length).toBeGreaterThan(0);
    await destroy('member sign-out', lapsed.email);
    expect((await operate('member sessions', lapsed.email)).rows).toEqual([]);

    const token = await signIn(lapsed);
    const begun = await call('POST', '/api/web/new-authenticator', token);
    const { secret } = begun.body as { readonly secret: string };
    const code = codeOf(secret, Date.now());
    await call('POST', '/api/web/confirm-authenticator', token, { code });
    await expect(signIn(lapsed)).rejects.toThrow();
    await destroy('member reset-factors', lapsed.email);
    await signIn(lapsed);

    const to = join(folder, 'lapsed.zip');
    expect((await operate('member export', lapsed.email, '--to', to)).details?.bytes).toBeGreaterThan(0);
    await destroy('member delete', lapsed.email);
    await expect(signIn(lapsed)).rejects.toThrow();
  });

  test('a payment is refunded and read again', async () => {
    const { rows = [] } = await operate('billing find', subscriber.email);
    const payment = String(rows[0]?.payment);
    await destroy('billing refund', payment, '--cents', '100');
    await operate('billing resync', subscriber.email);
    const after = (await operate('billing find', subscriber.email)).rows;
    expect(after?.[0]).toMatchObject({ payment: Number(payment), refunded: '1.00 USD' });
  });

  test('the installation is checked, and the owner gets mail', async () => {
    const { rows = [] } = await operate('doctor');
    expect(rows.filter(({ state }) => state === 'failed')).toEqual([]);
    await operate('mail test', 'owner@example.com');
    await operate('digest', '--send');
    const mails = await mailsTo({ email: 'owner@example.com' });
    expect(mails[0]?.subject).toContain('your week until');
    const audit = await operate('audit', '--limit', '2');
    expect(audit.rows).toMatchObject([{ command: 'audit' }, { command: 'digest', outcome: 'done' }]);
  });

  /** Texts that commands store, to see that a refused command changed nothing. */
  async function storedTexts(): Promise<string[]> {
    const lists = [
      ['alert', 'list'],
      ['chat', 'list'],
      ['course', 'list'],
      ['member', 'show', member.email],
    ];
    const runs = lists.map((words) => runOperate([...words, '--json'], { dataFolder }));
    return (await Promise.all(runs)).map(({ out }) => out);
  }

  test('refuses bad input with one line and exit code 2, and changes nothing [operate.refused]', async () => {
    const emptyFolder = join(folder, 'empty');
    await mkdir(emptyFolder);
    const before = await storedTexts();
    for (const [words, message] of badInput(member.email, { folder, emptyFolder })) {
      const { code, out, error } = await runOperate(words, { dataFolder });
      expect([code, out, error.split('\n').length], error).toEqual([2, '', 2]);
      expect(error).toContain(message);
    }
    expect(await storedTexts()).toEqual(before);
  });

  test('no command is missing here', () => {
    expect([...used].sort()).toEqual(Object.keys(commands).sort());
  });
});
