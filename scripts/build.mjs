// `npm run build`: builds the packages for publishing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishDeclarations } from '../packages/declarations.ts';
import { bin, root, run, seconds } from './run.mjs';

export const packages = ['core', 'testing', 'react-hooks', 'ui'];

/** Builds the packages, all at once, as each reads the sources of the others. Returns the output of the first failure, or null. */
export async function buildPackages() {
  const declarations = mkdtempSync(join(tmpdir(), 'openbell-declarations-'));
  try {
    const failures = await Promise.all([
      build('the types', [
        'node_modules/typescript7/bin/tsc',
        '-p',
        'packages/tsconfig.declarations.json',
        '--outDir',
        declarations,
      ]),
      ...packages.map((name) =>
        build(`@openbell/${name}`, ['node_modules/tsup/dist/cli-default.js'], join(root, 'packages', name)),
      ),
    ]);
    const failure = failures.find((output) => output !== null) ?? null;
    if (failure === null) for (const name of packages) publishDeclarations(name, declarations);
    return failure;
  } finally {
    rmSync(declarations, { recursive: true });
  }
}

async function build(what, [program, ...args], cwd = root) {
  const start = performance.now();
  const { code, output } = await run(bin('node'), [join(root, program), ...args], { cwd });
  if (code !== 0) return `${what}\n${output}`;
  console.log(`  built ${what} in ${seconds(start)}`);
  return null;
}

if (import.meta.filename === process.argv[1]) {
  const failure = await buildPackages();
  if (failure !== null) {
    console.error(failure);
    process.exit(1);
  }
}
