// CPU time of requests, beside bare hono with bodies of the same sizes.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { call, post, tokensOf } from '../calls.ts';
import { startChild } from '../child.ts';
import { type Rows, round } from '../figures.ts';
import type { HonoFunctions } from '../peers/hono.ts';
import { moduleOf, type Site, type SiteOptions, withSite } from '../site.ts';

const seconds = 3;
const parallel = 4;
const history = 200;

interface Request {
  readonly name: string;
  readonly path: string;
  readonly token: string;
  readonly init?: RequestInit;
}

export function requests(options: SiteOptions, largest: number): Promise<Rows> {
  return withSite({ ...options, processes: 1 }, async (site) => {
    const hono = startChild<HonoFunctions>(moduleOf('peers/hono.ts'));
    try {
      const peerUrl = await hono.call('start');
      const rows: Record<string, string> = {};
      for (const request of await prepare(site, largest)) {
        const ours = await measure(site.url(0), request, async () => (await site.usage()).serverMs);
        await hono.call('serve', { path: request.path.replace(/\?.*/, ''), ...ours });
        const floor = await measure(peerUrl, request, async () => (await hono.call('usage')).cpuMs);
        rows[request.name] =
          `${round(ours.cpuMs, 3)} ms, ${round(ours.bytes / 1_000)} kB; bare hono ${round(floor.cpuMs, 3)} ms`;
      }
      return rows;
    } finally {
      await hono.stop();
    }
  });
}

async function prepare(site: Site, largest: number): Promise<Request[]> {
  const url = site.url(0);
  const members = Math.max(largest, 50);
  const chats = await site.seed({ members, chats: [members] });
  const large = chats[0]?.members.at(-1);
  const small = await site.seed({ members: 50, chats: Array.from({ length: 20 }, () => 50) });
  const member = small[0]?.members[0];
  const [chat] = small;
  if (large === undefined || member === undefined || chat === undefined) throw new Error('No chats.');
  const [token = ''] = tokensOf(chat);
  let last = 0;
  for (let index = 0; index < history; index += 1) last = await post(url, chat.id, token);
  const html = await fetch(`${url}/`).then((response) => response.text());
  const asset = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? `/assets/${someScript()}`;
  const json = { 'content-type': 'application/json' };
  return [
    { name: 'chats list, 20 groups of 50', path: '/api/web/chats?chat_type=GR', token },
    { name: `chats list, 1 group of ${members}`, path: '/api/web/chats?chat_type=GR', token: large.token },
    { name: 'history page', path: `/api/web/chat/${chat.id}/more?min_id=${last}`, token },
    { name: 'catch-up', path: `/api/web/chat/${chat.id}?min_id=${last - 2}`, token },
    {
      name: 'time & sales',
      path: '/api/app/marketdata/time-sale',
      token,
      init: { method: 'POST', headers: json, body: '{"ticker":""}' },
    },
    { name: 'news', path: '/api/app/news-list', token },
    { name: '/', path: '/', token },
    { name: 'a script', path: asset, token },
  ];
}

function someScript(): string {
  const folder = join(import.meta.dirname, '../../../examples/web/dist/assets');
  return readdirSync(folder).find((name) => name.endsWith('.js')) ?? '';
}

/** Repeats a request and returns its CPU time in milliseconds, and the size and type of the response. */
async function measure(
  url: string,
  { path, token, init }: Request,
  cpuMs: () => Promise<number>,
): Promise<{ readonly cpuMs: number; readonly bytes: number; readonly type: string }> {
  let bytes = 0;
  let type = '';
  const once = async () => {
    const response = await call(url + path, token, {
      ...init,
      headers: { 'accept-encoding': 'gzip, br', ...init?.headers },
    });
    type = response.headers.get('content-type') ?? '';
    const { byteLength } = await response.arrayBuffer();
    bytes = Number(response.headers.get('content-length') ?? byteLength);
  };
  const repeat = async (forMs: number): Promise<number> => {
    let count = 0;
    const end = performance.now() + forMs;
    const loop = async () => {
      while (performance.now() < end) {
        await once();
        count += 1;
      }
    };
    await Promise.all(Array.from({ length: parallel }, loop));
    return count;
  };
  await repeat(1_000);
  const before = await cpuMs();
  const count = await repeat(seconds * 1_000);
  return { cpuMs: ((await cpuMs()) - before) / count, bytes, type };
}
