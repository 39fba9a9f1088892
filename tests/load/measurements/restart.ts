// A restart of the only process, with members that reconnect and read what they missed.
import { setTimeout as wait } from 'node:timers/promises';
import { tokensOf } from '../calls.ts';
import { now, type Rows, round } from '../figures.ts';
import { type SiteOptions, withSite } from '../site.ts';

export function restart(options: SiteOptions, sockets: number): Promise<Rows> {
  return withSite({ ...options, processes: 1 }, async (site) => {
    const { clients } = site;
    const [chat] = await site.seed({ members: sockets, chats: [sockets] });
    if (chat === undefined) throw new Error('No chat.');
    await clients.call('openReconnecting', { urls: site.urls, tokens: tokensOf(chat), chatId: chat.id });
    const stopping = now();
    const { stoppedAt, readyAt } = await site.restart();
    const before = await site.usage();
    const deadline = now() + 60_000;
    while ((await clients.call('back')).count < sockets && now() < deadline) await wait(20);
    const back = await clients.call('back');
    const used = await site.usage(before);
    return {
      sockets: String(sockets),
      'SIGTERM takes, ms': round(stoppedAt - stopping, 0),
      'start takes, ms': round(readyAt - stoppedAt, 0),
      'back and complete': `${back.count} of ${sockets} ${back.error}`,
      'after the server is ready, ms': round(back.lastAt - readyAt, 0),
      'server CPU ms a client': round(used.serverMs / sockets, 2),
    };
  });
}
