// socket.io: one process, or several with its cluster adapter.
import cluster from 'node:cluster';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdapter, setupPrimary } from '@socket.io/cluster-adapter';
import { Server } from 'socket.io';
import { offer, startWorker } from '../child.ts';
import { type Usage, usageOfProcess } from '../cpu-time.ts';
import { type BroadcastFunctions, frameOf } from './broadcast.types.ts';

/** Functions of one process. */
type WorkerFunctions = {
  readonly listen: (options: { readonly clustered: boolean }) => Promise<string>;
  readonly usage: () => Promise<Usage>;
  readonly emit: (options: { readonly id: number }) => Promise<void>;
};

let io: Server | null = null;

const ofWorker: WorkerFunctions = {
  listen: async ({ clustered }) => {
    const server = createServer();
    io = new Server(server, { transports: ['websocket'], perMessageDeflate: false });
    if (clustered) io.adapter(createAdapter());
    // `exclusive`: each process has a port of its own, as behind a proxy.
    await new Promise<void>((resolve) => {
      server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, resolve);
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
  usage: async () => usageOfProcess(),
  emit: async ({ id }) => {
    io?.emit('message', JSON.parse(frameOf(id)));
  },
};

function functionsOfPrimary(): BroadcastFunctions {
  const workers: ReturnType<typeof startWorker<WorkerFunctions>>[] = [];
  let id = 0;
  return {
    start: async ({ processes }) => {
      setupPrimary();
      const urls: string[] = [];
      for (let index = 0; index < processes; index += 1) {
        const worker = startWorker<WorkerFunctions>();
        workers.push(worker);
        urls.push(await worker.call('listen', { clustered: processes > 1 }));
      }
      return { urls, protocol: 'socket.io' };
    },
    usage: async () => {
      const all = await Promise.all(workers.map((worker) => worker.call('usage')));
      // With several processes the primary passes the messages on.
      const own = processes(workers.length);
      return all.reduce(
        (sum, usage) => ({ cpuMs: sum.cpuMs + usage.cpuMs, bytes: sum.bytes + usage.bytes }),
        own,
      );
    },
    broadcast: async () => {
      id += 1;
      await workers[id % workers.length]?.call('emit', { id });
      return id;
    },
  };
}

function processes(count: number): Usage {
  return count > 1 ? usageOfProcess() : { cpuMs: 0, bytes: 0 };
}

offer(cluster.isPrimary ? functionsOfPrimary() : ofWorker);
