// Members who write, read and reconnect for minutes, at a third of the capacity: does memory grow?
import { setTimeout as wait } from 'node:timers/promises';
import { post, tokensOf } from '../calls.ts';
import { now, type Rows, round, slope } from '../figures.ts';
import { type SiteOptions, withSite } from '../site.ts';
import { postUntil } from './posts.ts';

const groups = 20;
const members = 50;
const calibrationMs = 10_000;
/** Members who post at once while the capacity is measured. */
const calibrating = 10;
const sampleMs = 5_000;
/** Sockets that are opened again with each sample. */
const reopened = 20;
/** Time until the server has handled that its sockets are closed, and has closed idle connections to the database. */
const settleMs = 12_000;

export function soak(options: SiteOptions, minutes: number): Promise<Rows> {
  return withSite(options, async (site) => {
    const chats = await site.seed({
      members: groups * members,
      chats: Array.from({ length: groups }, () => members),
    });
    const tokens = chats.flatMap(tokensOf);
    await site.open(tokens);
    const calibration = await postUntil(site, chats, { end: now() + calibrationMs, senders: calibrating });
    const capacity = calibration.length / (calibrationMs / 1_000);
    const everyMs = 3_000 / capacity;
    await site.clients.call('closeAll');
    await wait(settleMs);
    const idle = await site.memory();

    await site.open(tokens);
    const begun = now();
    const end = begun + minutes * 60_000;
    let posted = 0;
    let failed = 0;
    let refused = 0;
    const writing = (async () => {
      const running = new Set<Promise<unknown>>();
      for (; now() < end; posted += 1) {
        const chat = chats[posted % chats.length];
        const sender = chat?.members[Math.floor(posted / chats.length) % members];
        if (chat === undefined || sender === undefined) throw new Error('No chat.');
        const one = post(site.url(posted), chat.id, sender.token)
          .catch(() => {
            failed += 1;
          })
          .finally(() => running.delete(one));
        running.add(one);
        await wait(Math.max(0, begun + posted * everyMs - now()));
      }
      await Promise.all(running);
    })();
    const samples: Sample[] = [];
    while (now() < end) {
      // Its members read a chat; the server ignores the others.
      const read = chats[samples.length % chats.length];
      const frame = { type: 'ReadByAll', user_id: 0, chat_id: read?.id };
      await site.clients.call('send', { frame, count: tokens.length });
      // A busy server refuses; the members open theirs with the next sample.
      await site.clients.call('reopen', { urls: site.urls, tokens, count: reopened }).catch(() => {
        refused += 1;
      });
      const { heap } = await site.memory();
      const { bytes } = await site.usage();
      samples.push({ minute: (now() - begun) / 60_000, heap: heap / 1e6, resident: bytes / 1e6 });
      await wait(sampleMs);
    }
    await writing;
    await site.clients.call('closeAll');
    await wait(settleMs);
    const after = await site.memory();
    // Compiled code and caches fill in the first quarter.
    const warm = samples.slice(Math.floor(samples.length / 4));
    const growth = (of: 'heap' | 'resident') =>
      round(slope(warm.map((sample) => [sample.minute, sample[of]])), 2);
    return {
      minutes: String(minutes),
      'posts a second, a third of the capacity': round(posted / (minutes * 60)),
      'failed posts': String(failed),
      'refused openings': String(refused),
      'heap at the end, MB': round(samples.at(-1)?.heap ?? Number.NaN),
      'heap after a collection, MB a minute': growth('heap'),
      'resident memory, MB a minute': growth('resident'),
      'timers without sockets, before and after': `${idle.timers} and ${after.timers}`,
      'sockets left': String(after.sockets - idle.sockets),
    };
  });
}

interface Sample {
  readonly minute: number;
  /** Megabytes. */
  readonly heap: number;
  readonly resident: number;
}
