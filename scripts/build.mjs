// `npm run build`: builds the packages for publishing.
import { join } from 'node:path';
import { publishDeclarations } from '../packages/declarations.ts';
import { bin, root, run, seconds } from './run.mjs';

export const packages = ['core', 'testing', 'react-hooks', 'ui'];
const declarations = join(root, 'packages/tsconfig.declarations.json');
const tsup = join(root, 'node_modules/tsup/dist/cli-default.js');

/** Builds the packages, all at once, as each reads the sources of the others. Returns the output of the first failure, or null. */
export async function buildPackages() {
  const failures = await Promise.all([
    build('the declarations', [join(root, 'node_modules/typescript7/bin/tsc'), '-p', declarations]),
    ...packages.map((name) => build(`@openbell/${name}`, [tsup], join(root, 'packages', name))),
  ]);
  const failure = failures.find((output) => output !== null) ?? null;
  if (failure === null) for (const name of packages) publishDeclarations(name);
  return failure;
}

async function build(what, command, cwd = root) {
  const start = performance.now();
  const { code, output } = await run(bin('node'), command, { cwd });
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
