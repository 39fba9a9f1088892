// The same number of sockets at a peer that broadcasts a frame of the same size.
import { setTimeout as wait } from 'node:timers/promises';
import { arrived } from '../calls.ts';
import { startChild } from '../child.ts';
import type { ClientFunctions } from '../clients.ts';
import { median, now, type Rows, round } from '../figures.ts';
import type { BroadcastFunctions } from '../peers/broadcast.types.ts';
import { moduleOf } from '../site.ts';

const rounds = 20;

export interface Peer {
  /** Module that offers `BroadcastFunctions`. */
  readonly module: string;
  readonly processes: number;
}

export async function broadcast({ module, processes }: Peer, size: number): Promise<Rows> {
  const server = startChild<BroadcastFunctions>(moduleOf(module));
  const clients = startChild<ClientFunctions>(moduleOf('clients.ts'));
  try {
    const { urls, protocol } = await server.call('start', { processes });
    await clients.call('open', {
      urls,
      protocol,
      tokens: Array.from({ length: size }, () => 'x'.repeat(43)),
    });
    for (let warm = 0; warm < 5; warm += 1) await arrived(clients, await server.call('broadcast'), size);
    const before = await server.call('usage');
    const delays: number[] = [];
    for (let index = 0; index < rounds; index += 1) {
      const begun = now();
      delays.push((await arrived(clients, await server.call('broadcast'), size)) - begun);
      await wait(100);
    }
    const after = await server.call('usage');
    return {
      'server CPU s per 1,000 deliveries': round((after.cpuMs - before.cpuMs) / rounds / size, 3),
      'last socket, median ms': round(median(delays)),
    };
  } finally {
    await clients.stop();
    await server.stop();
  }
}
