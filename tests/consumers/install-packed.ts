import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');

export type PackageName = 'core' | 'testing' | 'react-hooks' | 'ui';

/** The tarballs that `npm publish` would upload, by the package's name below `@openbell/`. */
export type Packed = Readonly<Record<PackageName, string>>;

export function packPackages(into: string): Packed {
  const names: readonly PackageName[] = ['core', 'testing', 'react-hooks', 'ui'];
  const folders = names.map((name) => `./packages/${name}`);
  npm(['pack', '--silent', '--pack-destination', into, ...folders], root);
  const files = readdirSync(into);
  const tarballs = names.map((name) => {
    const file = files.find((entry) => entry.startsWith(`openbell-${name}-`));
    if (file === undefined) throw new Error(`npm pack made no tarball of ${name}.`);
    return [name, join(into, file)];
  });
  return Object.fromEntries(tarballs) as Packed;
}

/** Unpacks a tarball without its dependencies, as for a site that has no bundler. */
export function unpack(tarball: string, into: string): void {
  mkdirSync(into, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', into, '--strip-components=1']);
}

export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'openbell-consumer-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export interface InstalledApp {
  readonly folder: string;
  /** Runs a program of a package installed in the app. Returns its output, or throws with it. */
  run(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): string;
}

/**
 * Copies `apps/<app>` into an empty folder and installs it: the packages of its lockfile, and our packages from their
 * tarballs.
 */
export function installApp(
  app: string,
  into: string,
  ours: readonly string[],
  copied: Readonly<Record<string, string>> = {},
): InstalledApp {
  cpSync(join(here, 'apps', app), into, { recursive: true });
  for (const [to, from] of Object.entries(copied))
    cpSync(join(root, from), join(into, to), { recursive: true });
  npm(
    ['install', '--no-save', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...ours],
    into,
  );
  return {
    folder: into,
    run: (program, args, env) => runNode([join(into, 'node_modules', program), ...args], into, env),
  };
}

function npm(args: readonly string[], cwd: string): void {
  const cli = process.env.npm_execpath;
  if (cli === undefined) execFileSync('npm', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  else runNode([cli, ...args], cwd);
}

/** Removes the variables that the test runner has set. */
export function strangersEnvironment(env: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { NODE_ENV: _, VITEST: __, NODE_OPTIONS: ___, ...inherited } = process.env;
  return { ...inherited, NEXT_TELEMETRY_DISABLED: '1', ...env };
}

function runNode(args: readonly string[], cwd: string, env?: Readonly<Record<string, string>>): string {
  try {
    return execFileSync(process.execPath, args, {
      cwd,
      env: strangersEnvironment(env),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${args.join(' ')} failed.\n${stdout}${stderr}`);
  }
}
