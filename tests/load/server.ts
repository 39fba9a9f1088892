// The reference server in a child process.
import { queryObjects, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { WebSocket } from 'ws';
import { createSandbox } from '../../examples/sandbox/src/index.ts';
import { systemClock } from '../../examples/server/src/clock.ts';
import { createLogger } from '../../examples/server/src/log.ts';
import { readConfig } from '../../examples/server/src/read-config.ts';
import { type RunningServer, startServer } from '../../examples/server/src/start-server.ts';
import { offer } from './child.ts';
import { usageOfProcess } from './cpu-time.ts';
import { type SeededChat, type SeedRequest, seed } from './seed.ts';

export interface StartRequest {
  /** Null for the embedded database. */
  readonly databaseUrl: string | null;
  readonly dataFolder: string;
  /** 0 for any free port. */
  readonly port: number;
}

/** What a server process keeps in memory. */
export interface Memory {
  /** Bytes of the heap after a collection. */
  readonly heap: number;
  /** Without one for each connection, which HTTP clients keep open. */
  readonly timers: number;
  readonly sockets: number;
}

let server: RunningServer | null = null;

function collect(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** The number of open TCP connections. Each has a timer for its timeout. */
const connections = (): number =>
  process.getActiveResourcesInfo().filter((type) => type === 'TCPSocketWrap').length;

/** The class of timers; it is not exported. */
const probe = setTimeout(() => undefined, 0);
const Timer = probe.constructor as new () => unknown;
clearTimeout(probe);

const functions = {
  /** Starts the server and returns its address. */
  start: async ({ databaseUrl, dataFolder, port }: StartRequest): Promise<string> => {
    server = await startServer({
      sandbox: createSandbox(),
      config: {
        ...readConfig({ PORT: String(port), CAPTCHA: 'off', RATE_LIMITS: 'off' }),
        dataFolder,
        databaseUrl,
      },
      log: createLogger({ clock: systemClock, level: 'warn' }),
      background: false,
    });
    return server.url;
  },
  seed: (request: SeedRequest): Promise<SeededChat[]> => {
    if (server === null) throw new Error('The server has not been started.');
    return seed(server.context, request);
  },
  usage: () => usageOfProcess(),
  memory: (): Memory => {
    collect();
    return {
      heap: process.memoryUsage().heapUsed,
      timers: queryObjects(Timer, { format: 'count' }) - connections(),
      sockets: queryObjects(WebSocket, { format: 'count' }),
    };
  },
};
export type ServerFunctions = typeof functions;

offer(functions);
process.on('SIGTERM', () => {
  void (async () => {
    await server?.close();
    process.exit(0);
  })();
});
