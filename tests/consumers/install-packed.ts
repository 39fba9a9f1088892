import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');

/** The tarballs that `npm publish` would upload, by package name. */
export type Packed = Readonly<Record<string, string>>;

export function packPackages(into: string): Packed {
  const packed: Record<string, string> = {};
  for (const name of ['core', 'react-hooks', 'ui']) {
    npm(['pack', '--silent', '--pack-destination', into], join(root, 'packages', name));
    const file = readdirSync(into).find((entry) => entry.startsWith(`openbell-${name}-`));
    if (file === undefined) throw new Error(`npm pack made no tarball of ${name}.`);
    packed[`@openbell/${name}`] = `file:${join(into, file)}`;
  }
  return packed;
}

export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'openbell-consumer-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Copies an app into an empty folder and installs it there from the tarballs, as a stranger would. */
export function installApp(app: string, into: string, dependencies: Readonly<Record<string, string>>): void {
  cpSync(join(here, 'apps', app), into, { recursive: true });
  writeFileSync(
    join(into, 'package.json'),
    JSON.stringify({ name: 'a-site-of-their-own', private: true, type: 'module', dependencies }),
  );
  npm(['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], into);
}

function npm(args: readonly string[], cwd: string): void {
  const cli = process.env.npm_execpath;
  const [command, first] = cli === undefined ? ['npm', []] : [process.execPath, [cli]];
  execFileSync(command, [...first, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
}
