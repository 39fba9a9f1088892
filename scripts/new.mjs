// `npm run new -- feature <name>`: generates a working, tested feature of core as a starting point.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { featureFiles, problemWithName, withEntryPoint } from './new-feature/templates.mjs';
import { bin, root, run } from './run.mjs';

const [kind, name, ...rest] = process.argv.slice(2);
const into = resolve(rest[0] === '--into' ? (rest[1] ?? root) : root);
const manifestFile = join(into, 'packages/core/package.json');

function stop(message) {
  console.error(message);
  process.exit(1);
}

if (kind !== 'feature') stop('Usage: npm run new -- feature <name>');
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
const problem = problemWithName(name, manifest);
if (problem !== null) stop(problem);

const files = featureFiles(name);
const existing = Object.keys(files).filter((path) => existsSync(join(into, path)));
if (existing.length > 0) stop(`Nothing was written. These files already exist: ${existing.join(', ')}`);
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(into, path)), { recursive: true });
  writeFileSync(join(into, path), text);
  console.log(`wrote ${path}`);
}
// The linter sorts the new entries.
if (into === root) await run(bin('biome'), ['check', '--write', ...Object.keys(files)]);
writeFileSync(manifestFile, `${JSON.stringify(withEntryPoint(manifest, name), null, 2)}\n`);
console.log(`added the entry point @openbell/core/${name}

Next steps:
  1. Write its rules, each as an item on a page of docs/specification.
  2. Add it to packages/core/src/member-base.ts (or site-features.ts), and a hook to packages/react-hooks/src.
  3. Add a page docs/features/<name>.md with code in plain JavaScript, React and Vue, and its states.
  4. Run npm run record, then npm test.`);
