// Builds the reference app, unless its sources are unchanged since the last build.
import { join } from 'node:path';
import { bin, root, runOnceFor, sourceCondition } from './run.mjs';

const sources = ['packages', 'examples/web', 'package-lock.json'];
const stampFile = join(root, 'examples/web/dist/.built-from');
const build = [sourceCondition, 'examples/web/build.ts'];

export const buildWeb = () => runOnceFor(sources, stampFile, 'Building the app', bin('node'), build);
