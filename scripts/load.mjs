// `npm run load`: measures the reference server with thousands of members, beside `ws`, socket.io and bare hono.
// `--sockets <n>` members online in the largest group, `--members <n>` members of each group (at least those online),
// `--processes <n>` server processes, `--database postgres|pglite`,
// `--only <prefix>`, `--runs <n>` (prints medians), `--json <file>`, `--doc` (a section of docs/bench.md). `--soak <minutes>` runs a third of the capacity for so long instead.
import { measure } from './measure.mjs';

await measure({ folder: 'tests/load/peers', libraries: 'socket.io', program: 'tests/load/main.ts' });
