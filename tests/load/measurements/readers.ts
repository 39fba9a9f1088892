// Many members of a large group who read it at the same time.
import { setTimeout as wait } from 'node:timers/promises';
import { arrived, post, tokensOf, watchHealth } from '../calls.ts';
import { type Rows, round } from '../figures.ts';
import { type SiteOptions, withSite } from '../site.ts';

export function readersAtOnce(options: SiteOptions, members: number): Promise<Rows> {
  const readers = Math.min(1_000, members);
  return withSite(options, async (site) => {
    const [chat] = await site.seed({ members, chats: [members] });
    const [sender] = chat?.members ?? [];
    if (chat === undefined || sender === undefined) throw new Error('No chat.');
    await site.open(tokensOf(chat));
    const announce = async (): Promise<void> => {
      await arrived(site.clients, await post(site.url(0), chat.id, sender.token), members);
      await wait(2_000);
    };
    const readAtOnce = async (): Promise<void> => {
      const frame = { type: 'ReadByAll', user_id: 0, chat_id: chat.id };
      await site.clients.call('send', { frame, count: readers });
      await wait(3_000);
    };
    await announce();
    const before = await site.usage();
    await readAtOnce();
    const used = await site.usage(before);

    // Apart, because its requests take CPU too.
    await announce();
    const stopWatch = watchHealth(site.url(0));
    await readAtOnce();
    const worst = await stopWatch();
    return {
      'readers at once': String(readers),
      'server CPU s': round(used.serverMs / 1_000, 2),
      'database CPU s': round(used.databaseMs / 1_000, 2),
      '/healthz, worst ms': round(worst),
    };
  });
}
