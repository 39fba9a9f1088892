// Sockets that are open and do nothing, for longer than a heartbeat's interval.
import { setTimeout as wait } from 'node:timers/promises';
import { tokensOf, watchHealth } from '../calls.ts';
import { type Rows, round } from '../figures.ts';
import { type SiteOptions, withSite } from '../site.ts';

const seconds = 35;

export function idle(options: SiteOptions, sockets: number): Promise<Rows> {
  return withSite(options, async (site) => {
    const [chat] = await site.seed({ members: sockets, chats: [sockets] });
    if (chat === undefined) throw new Error('No chat.');
    const before = await site.usage();
    await site.open(tokensOf(chat));
    await wait(5_000);
    const open = await site.usage();
    await wait(seconds * 1_000);
    const used = await site.usage(open);

    // Apart, because its requests take more CPU than the idle sockets.
    const stopWatch = watchHealth(site.url(0));
    await wait(seconds * 1_000);
    const worst = await stopWatch();
    return {
      'idle sockets': String(sockets),
      'memory of a socket, kB': round((open.bytes - before.bytes) / sockets / 1_000),
      'CPU, % of a core': round(used.serverMs / (seconds * 10)),
      '/healthz, worst ms': round(worst),
    };
  });
}
