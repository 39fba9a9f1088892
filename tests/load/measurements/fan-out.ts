// A message and a reaction in one group, to its members who are online.
import { setTimeout as wait } from 'node:timers/promises';
import { arrived, post, react, tokensOf, watchHealth } from '../calls.ts';
import { median, now, type Rows, round } from '../figures.ts';
import { type SiteOptions, withSite } from '../site.ts';

const rounds = 20;

/** `size`: the number of members online; `members`: that of all, at least `size`. */
export function fanOut(options: SiteOptions, size: number, members: number): Promise<Rows> {
  return withSite(options, async (site) => {
    const { clients } = site;
    const [chat] = await site.seed({ members, chats: [members] });
    const [sender, reader] = chat?.members ?? [];
    if (chat === undefined || sender === undefined || reader === undefined) throw new Error('No chat.');
    await site.open(tokensOf(chat).slice(0, size));
    const send = async (index: number): Promise<{ id: number; tookMs: number }> => {
      const begun = now();
      const id = await post(site.url(index), chat.id, sender.token);
      return { id, tookMs: (await arrived(clients, id, size)) - begun };
    };
    for (let warm = 0; warm < 5; warm += 1) await send(warm);
    await wait(1_500);

    const before = await site.usage();
    const delays: number[] = [];
    let last = 0;
    for (let index = 0; index < rounds; index += 1) {
      const { id, tookMs } = await send(index);
      delays.push(tookMs);
      last = id;
      await wait(250);
    }
    await wait(1_000);
    const used = await site.usage(before);
    const perThousand = (ms: number) => round(ms / rounds / size, 3);

    // Apart, because its requests take more CPU than the deliveries to a small group.
    const stopWatch = watchHealth(site.url(0));
    for (let index = 0; index < 5; index += 1) await send(index);
    const worst = await stopWatch();

    const beforeReaction = await site.usage();
    const begun = now();
    await react(site.url(1), last, reader.token);
    const reactedMs = (await arrived(clients, -last, size)) - begun;
    const message = await clients.call('arrival', { id: last });
    const change = await clients.call('arrival', { id: -last });
    return {
      'server CPU s per 1,000 deliveries': perThousand(used.serverMs),
      'database CPU s per 1,000 deliveries': perThousand(used.databaseMs),
      'last socket, median ms': round(median(delays)),
      'last socket, worst ms': round(Math.max(...delays)),
      '/healthz, worst ms': round(worst),
      'bytes of a message': round(message.bytes / size, 0),
      'bytes of a reaction': round(change.bytes / size, 0),
      'reaction: last socket ms': round(reactedMs),
      'reaction: server CPU ms': round((await site.usage(beforeReaction)).serverMs),
    };
  });
}
