// `npm run load`: chooses, runs and prints the measurements.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { updateBenchPage } from '../bench/doc.ts';
import { hasPostgres } from '../support/postgres.ts';
import { linesOf, medianRows, type Rows } from './figures.ts';
import { broadcast } from './measurements/broadcast.ts';
import { fanOut } from './measurements/fan-out.ts';
import { idle } from './measurements/idle.ts';
import { posts } from './measurements/posts.ts';
import { readersAtOnce } from './measurements/readers.ts';
import { requests } from './measurements/requests.ts';
import { restart } from './measurements/restart.ts';
import { soak } from './measurements/soak.ts';
import type { SiteOptions } from './site.ts';

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: hasPostgres ? 'postgres' : 'pglite' },
    processes: { type: 'string', default: '1' },
    sockets: { type: 'string', default: '4000' },
    members: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    soak: { type: 'string' },
    runs: { type: 'string', default: '1' },
    json: { type: 'string' },
    doc: { type: 'boolean', default: false },
  },
});
const processes = Number(values.processes);
const largest = Number(values.sockets);
const options: SiteOptions = {
  database: values.database === 'pglite' ? 'pglite' : 'postgres',
  processes,
};
if (options.database === 'pglite' && processes > 1) throw new Error('Several processes need PostgreSQL.');

const measurements: Record<string, () => Promise<Rows>> = {};
if (values.soak !== undefined) {
  const minutes = Number(values.soak);
  measurements.soak = () => soak(options, minutes);
} else {
  for (const size of new Set([100, 1_000, largest])) {
    measurements[`ws-${size}`] = () => broadcast({ module: 'peers/ws-broadcast.ts', processes: 1 }, size);
    measurements[`socket.io-${size}`] = () => broadcast({ module: 'peers/socket-io.ts', processes }, size);
    measurements[`fan-out-${size}`] = () => fanOut(options, size, Math.max(size, Number(values.members)));
  }
  measurements.readers = () => readersAtOnce(options, largest);
  measurements.posts = () => posts(options);
  measurements.requests = () => requests(options, largest);
  measurements.restart = () => restart(options, Math.min(1_000, largest));
  measurements.idle = () => idle(options, largest);
}

console.log(
  `Database: ${options.database}, ${processes} server process(es). Read the figures beside those of the peers.`,
);
const figures: Record<string, Rows> = {};
for (const [name, measure] of Object.entries(measurements)) {
  if (!name.startsWith(values.only)) continue;
  const runs: [Rows, ...Rows[]] = [await measure()];
  while (runs.length < Number(values.runs)) runs.push(await measure());
  figures[name] = medianRows(runs);
  console.log(linesOf(name, figures[name]));
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
if (values.doc) {
  updateBenchPage(`load-${options.database}`, {
    figures: Object.entries(figures)
      .map(([name, rows]) => linesOf(name, rows))
      .join('\n\n'),
    note: `${processes} server process(es), the database, the clients and the peers on the same machine. Medians of ${values.runs} run(s). CPU seconds of the server do not include the database's.`,
    run: `${new Date().toISOString().slice(0, 10)}, Node ${process.version}`,
  });
}
