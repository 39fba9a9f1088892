// `npm run operate` as a process, against the server as a process.
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join, relative } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoAccounts } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { prepareDataFolder, type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { tinyImages } from '../files/tiny-images.ts';
import { runOperate, runProgram } from './run-program.ts';

let folder: string;
let dataFolder: string;
let server: ServerProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openbell-operate-'));
  dataFolder = await prepareDataFolder(join(folder, 'data'));
  server = await startServerProcess({ dataFolder });
});
afterAll(async () => {
  await server.stop('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

const run = (...words: string[]) => runOperate(words, { dataFolder });

test('publishes an alert and prints it as text and as JSON [operate.json]', async () => {
  const published = await run('alert', 'publish', 'SPY 520C');
  expect(published).toMatchObject({ code: 0, error: '' });
  expect(published.out).toMatch(/^The alert \d+ is published\.\n\nalert +\d+\npage +http/);
  const { out } = await run('alert', 'list', '--limit', '1', '--json');
  expect(JSON.parse(out).rows).toMatchObject([{ state: 'published', text: 'SPY 520C' }]);
});

test('uploads the picture of an alert [operate.alert-picture]', async () => {
  const picture = join(folder, 'chart.jpg');
  await writeFile(picture, Buffer.from(tinyImages.jpeg, 'base64'));
  const published = await run('alert', 'publish', 'SPY 520C', '--picture', picture);
  expect(published).toMatchObject({ code: 0, error: '' });
  const url = /^picture +(http\S+\.jpg)$/m.exec(published.out)?.[1] ?? '';
  const path = new URL(url).pathname;
  expect((await fetch(server.url + path)).headers.get('content-type')).toBe('image/jpeg');
  const alert = /^alert +(\d+)$/m.exec(published.out)?.[1] ?? '';
  expect(await run('alert', 'retract', alert, '--yes')).toMatchObject({ code: 0 });
  expect((await fetch(server.url + path)).status).toBe(404);
});

test('uploads a course from its folder', async () => {
  // Without pictures and films, whose check is slow on a busy machine.
  const course = join(folder, 'course');
  await mkdir(course);
  await writeFile(
    join(course, 'course.md'),
    '---\nname: Two words\ncaptions: a.vtt\n---\n\n[Terms](/terms)\n',
  );
  await writeFile(join(course, 'a.vtt'), 'WEBVTT\n');
  const { code, out } = await run('course', 'add', course, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out).details).toMatchObject({ documents: 0, links: 1 });
});

test('writes the data of a member to a new file of the current folder [operate.export]', async () => {
  const out = join(folder, 'member.zip');
  const written = await run('member', 'export', demoAccounts.subscriber.email, '--to', relative('.', out));
  expect(written).toMatchObject({ code: 0, error: '' });
  expect((await stat(out)).mode & 0o777).toBe(0o600);
  const entries = unzipSync(await readFile(out));
  expect(JSON.parse(strFromU8(entries['users.json'] as Uint8Array))).toMatchObject([
    { email: demoAccounts.subscriber.email },
  ]);
  const again = await run('member', 'export', demoAccounts.subscriber.email, '--to', out);
  expect(again).toMatchObject({ code: 2, out: '' });
  expect(again.error).toContain('exists');
  const audit = JSON.parse((await run('audit', '--limit', '2', '--json')).out).rows;
  expect(JSON.stringify(audit)).not.toContain('member.zip');
});

test('asks for --yes when a destructive command has no terminal, and runs with it [operate.confirm]', async () => {
  const chat = JSON.parse((await run('chat', 'create', 'Room', '--json')).out).details.chat as number;
  const refused = await run('chat', 'archive', String(chat));
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.error).toContain('--yes');
  expect((await run('chat', 'archive', String(chat), '--dry-run')).out).toContain(
    'Would hide the group "Room"',
  );
  const { rows } = JSON.parse((await run('chat', 'list', '--archived', '--json')).out);
  expect(rows).toEqual([]);
  expect(await run('chat', 'archive', String(chat), '--yes')).toMatchObject({ code: 0 });
});

test.each([
  ['member', 'show', '999999'],
  ['alert', 'publihs'],
  ['chat', 'archive', '1'],
])('reports a refused %s %s as JSON where it is wanted [operate.json]', async (...words) => {
  const { code, out, error } = await run(...words, '--json');
  expect([code, error]).toEqual([2, '']);
  expect(JSON.parse(out)).toEqual({ error: expect.any(String) });
});

test('says which file or socket of another user cannot be opened [operate.refused]', async () => {
  const picture = join(folder, 'private.jpg');
  await writeFile(picture, 'x', { mode: 0 });
  const course = join(folder, 'private-course');
  await mkdir(course);
  await chmod(folder, 0o755);
  await writeFile(join(course, 'course.md'), '');
  await writeFile(join(course, 'film.mp4'), 'x', { mode: 0 });
  const operateFolder = join(dataFolder, 'operate');
  const words = ['alert', 'publish', 'x', '--picture', picture];
  // Root can open every file, so that the commands run as the user nobody.
  const uid = process.getuid?.() === 0 ? 65_534 : undefined;
  if (uid === undefined) await chmod(operateFolder, 0);
  const doctor = await runOperate(['doctor'], { dataFolder, uid });
  const publish = await runOperate(words, { dataFolder, uid });
  // Without the socket, an upload of the readable course.md would be refused first.
  const add = await runOperate(['course', 'add', course], { dataFolder, uid });
  if (uid === undefined) await chmod(operateFolder, 0o700);
  expect(doctor).toMatchObject({
    code: 2,
    out: '',
    error: `You may not use ${operateFolder}/socket. Run the command as the user of the server, for example with sudo -u.\n`,
  });
  expect(publish).toMatchObject({ code: 2, out: '', error: `You may not read ${picture}.\n` });
  expect(add).toMatchObject({ code: 2, out: '', error: `You may not read ${course}/film.mp4.\n` });
});

test('has exit code 1 when the server cannot complete a command', async () => {
  const smtp = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'openbell@example.com' };
  const other = await prepareDataFolder(join(folder, 'without-mail'));
  const broken = await startServerProcess({ dataFolder: other, env: smtp });
  const failed = await runOperate(['mail', 'test', 'owner@example.com'], { dataFolder: other });
  await broken.stop('SIGTERM');
  expect(failed).toMatchObject({ code: 1, out: '', error: expect.stringContaining('ECONNREFUSED') });
});

test('shows help with examples, also without a server [operate.help]', async () => {
  expect((await run('--help')).out).toMatch(/^ +member +find, show, grant, /m);
  expect((await run('member')).out).toMatch(/^ +grant +Grants access /m);
  const { out } = await run('alert', 'publish', '--help');
  expect(out).toContain('npm run operate -- alert publish "SPY 520 calls, stop 1.80"');
});

test('audits the user of the operating system', async () => {
  const { rows } = JSON.parse((await run('audit', '--limit', '1', '--json')).out);
  expect(rows[0].operator).toBe(userInfo().username);
});

test('works again after the server was killed, and says when none runs [operate.socket]', async () => {
  await server.stop('SIGKILL');
  expect((await stat(join(dataFolder, 'operate/socket'))).isSocket()).toBe(true);
  const refused = await run('doctor');
  expect(refused.code).toBe(2);
  expect(refused.error).toContain('No server is running with the data folder');
  server = await startServerProcess({ dataFolder });
  expect(await run('course', 'list')).toMatchObject({ code: 0 });
});

test('runs in the workspace, and from the tarball without other packages [operate.program]', async () => {
  const server = join(import.meta.dirname, '../../../examples/server');
  const options = { dataFolder };
  const list = ['alert', 'list', '--json'];
  const npx = await runProgram('npx', ['--workspace', server, 'openbell-operate', ...list], options);
  expect(JSON.parse(npx.out).rows).toBeInstanceOf(Array);
  expect((await runProgram('npm', ['pack', server, '--pack-destination', folder], options)).code).toBe(0);
  const [packed = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  const installed = join(folder, 'node_modules/openbell-server');
  await mkdir(installed, { recursive: true });
  const unpacked = ['-xzf', join(folder, packed), '-C', installed, '--strip-components=1'];
  expect(await runProgram('tar', unpacked, options)).toMatchObject({ code: 0 });
  const program = join(installed, 'bin/openbell-operate.js');
  expect(await runProgram(process.execPath, [program, ...list], options)).toEqual({ ...npx, error: '' });
  expect(await runProgram(process.execPath, [program, 'nothing'], options)).toMatchObject({ code: 2 });
}, 60_000);
