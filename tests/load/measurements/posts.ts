// 50 members who post as fast as they get responses, in 20 groups of 50.
import { setTimeout as wait } from 'node:timers/promises';
import { post, tokensOf } from '../calls.ts';
import { now, quantile, type Rows, round } from '../figures.ts';
import type { SeededChat } from '../seed.ts';
import { type Site, type SiteOptions, withSite } from '../site.ts';

const seconds = 10;
const senders = 50;
const members = 50;

export function posts(options: SiteOptions): Promise<Rows> {
  return withSite(options, async (site) => {
    const chats = await site.seed({ members: 1_000, chats: Array.from({ length: 20 }, () => members) });
    await site.open(chats.flatMap(tokensOf));
    const before = await site.usage();
    const times = await postUntil(site, chats, { end: now() + seconds * 1_000, senders });
    const done = now();
    const all = times.length * members;
    while ((await site.clients.call('total')).count < all && now() < done + 30_000) await wait(20);
    const behindMs = now() - done;
    const used = await site.usage(before);
    const total = await site.clients.call('total');
    return {
      'acknowledged a second': round(times.length / seconds),
      'p50 / p99 ms': `${round(quantile(times, 0.5))} / ${round(quantile(times, 0.99))}`,
      'server CPU ms a post': round(used.serverMs / times.length, 2),
      'database CPU ms a post': round(used.databaseMs / times.length, 2),
      'sockets behind by ms': round(behindMs, 0),
      deliveries: `${total.count} of ${all}`,
      'out of order': String(total.outOfOrder),
    };
  });
}

/** Posts by some members until a time in ms since the epoch; returns the response times in milliseconds. */
export async function postUntil(
  site: Site,
  chats: readonly SeededChat[],
  { end, senders }: { readonly end: number; readonly senders: number },
): Promise<number[]> {
  const times: number[] = [];
  async function postAs(index: number): Promise<void> {
    const chat = chats[index % chats.length];
    const sender = chat?.members[Math.floor(index / chats.length)];
    if (chat === undefined || sender === undefined) return;
    while (now() < end) {
      const begun = now();
      await post(site.url(index), chat.id, sender.token);
      times.push(now() - begun);
    }
  }
  await Promise.all(Array.from({ length: senders }, (_, index) => postAs(index)));
  return times;
}
