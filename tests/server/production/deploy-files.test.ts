// The files of examples/deploy are valid, and name only variables that the server reads.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'examples/deploy');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const has = (program: string, flag: string) => spawnSync(program, [flag]).status === 0;

interface Service {
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly build?: { readonly context: string; readonly dockerfile: string };
}

test('compose.yaml names existing services, volumes and files', () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true }) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly volumes: Readonly<Record<string, unknown>>;
  };
  expect(Object.keys(services)).toEqual([
    'openbell-1',
    'openbell-2',
    'openbell-3',
    'postgres',
    'nats',
    'caddy',
  ]);
  for (const service of Object.values(services)) {
    for (const name of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty([name]);
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('./')) expect(existsSync(join(folder, source)), source).toBe(true);
      else expect(volumes).toHaveProperty([source]);
    }
    if (service.build !== undefined)
      expect(existsSync(join(folder, service.build.context, service.build.dockerfile))).toBe(true);
  }
  const upstreams = services.caddy?.environment?.OPENBELL_UPSTREAMS?.split(' ') ?? [];
  expect(upstreams.map((upstream) => upstream.replace(':4000', ''))).toEqual(
    Object.keys(services).filter((name) => name.startsWith('openbell-')),
  );
});

test('the Containerfile has only known instructions and starts an existing program as another user', () => {
  const lines = read('Containerfile')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const known = /^(?:FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|STOPSIGNAL|CMD) \S/;
  expect(lines.filter((line) => !known.test(line))).toEqual([]);
  expect(lines).toContain('USER node');
  const command = JSON.parse(lines.at(-1)?.replace('CMD ', '') ?? '[]') as readonly string[];
  expect(existsSync(join(root, command.at(-1) ?? ''))).toBe(true);
});

test('the example of the environment has no secrets and only variables that the server reads', () => {
  const sources = readdirSync(join(root, 'examples/server/src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(root, 'examples/server/src', name), 'utf8'))
    .join('\n');
  const entries = [...read('openbell.env.example').matchAll(/^([A-Z\d_]+)=(.*)$/gm)];
  expect(entries.length).toBeGreaterThan(20);
  // The OpenTelemetry library reads its own.
  const isRead = (name: string) => name.startsWith('OTEL_TRACES_') || sources.includes(name);
  expect(entries.filter(([, name = '']) => !isRead(name))).toEqual([]);
  const secret = /KEY|SECRET|PASSWORD|URL$/;
  const filled = entries.filter(([, name = '', value]) => secret.test(name) && value !== '');
  expect(filled.map(([line]) => line)).toEqual(['PUBLIC_URL=https://openbell.example']);
});

test.runIf(has('caddy', 'version'))('Caddy accepts the Caddyfile', () => {
  const args = ['validate', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  const { status, stderr } = spawnSync('caddy', args, { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});

test.runIf(has('systemd-analyze', '--version'))(
  'systemd accepts the unit, except that nothing is installed',
  () => {
    const args = ['verify', join(folder, 'openbell@.service')];
    const { stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    const problems = stderr
      .split('\n')
      .filter((line) => /openbell/.test(line) && !/is not executable/.test(line));
    expect(problems).toEqual([]);
  },
);

test('the unit starts an existing program', () => {
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(read('openbell@.service')) ?? [];
  expect(existsSync(join(root, command.split(' ').at(-1) ?? ''))).toBe(true);
});
