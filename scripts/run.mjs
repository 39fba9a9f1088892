// Helpers of the scripts: paths, running commands, formatting durations.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Resolves the packages to their TypeScript sources, without a build. */
export const sourceCondition = '--conditions=@openbell/source';

export function bin(name) {
  return join(root, 'node_modules', '.bin', name);
}

/**
 * Runs a command in the root. Resolves with its exit code and, unless it inherits the terminal, its output. `live` also
 * prints the output while it runs.
 */
export function run(command, args, { inherit = false, live = false, env = {}, cwd = root } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
      if (live) process.stdout.write(chunk);
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }));
  });
}

export function seconds(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/** Hash of all files below some paths. */
function hashOf(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) {
        if (!['node_modules', 'dist'].includes(name)) visit(join(path, name));
      }
      return;
    }
    hash.update(`${path}\0`).update(readFileSync(full));
  };
  for (const path of paths) visit(path);
  return hash.digest('hex');
}

/** Runs a command, unless it succeeded earlier with the same contents of `paths`. Exits when it fails. */
export async function runOnceFor(paths, stampFile, label, command, args, options) {
  const stamp = hashOf(paths);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const start = performance.now();
  process.stdout.write(`${label} … `);
  const { code, output } = await run(command, args, options);
  if (code !== 0) {
    console.log('failed.');
    console.error(output);
    process.exit(code);
  }
  writeFileSync(stampFile, stamp);
  console.log(seconds(start));
}
