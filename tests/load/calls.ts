// Calls of members, and how the site responds meanwhile.
import { setTimeout as wait } from 'node:timers/promises';
import type { Child } from './child.ts';
import type { ClientFunctions } from './clients.ts';
import { now } from './figures.ts';
import type { SeededChat } from './seed.ts';

const text = 'SPY is holding the 20 day average. I am watching 512 for an entry, stop below 508.';

export const tokensOf = ({ members }: SeededChat): string[] => members.map(({ token }) => token);

/** Sends a request with a session. Rejects when the response is not a success. */
export async function call(url: string, token: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, ...init.headers };
  const response = await fetch(url, { ...init, headers });
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
  return response;
}

/** Posts a message and returns its id. */
export async function post(url: string, chatId: number, token: string): Promise<number> {
  const body = new FormData();
  body.append('chat_id', String(chatId));
  body.append('message', text);
  body.append('message_type', 'TXT');
  body.append('client_id', crypto.randomUUID());
  const response = await call(`${url}/api/web/chat/${chatId}`, token, { method: 'POST', body });
  return ((await response.json()) as { readonly id: number }).id;
}

export async function react(url: string, messageId: number, token: string): Promise<void> {
  await call(`${url}/api/web/chat/${messageId}/action`, token, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'react', emoji: '👍' }),
  });
}

/** Waits until a message has arrived at `count` sockets; returns the time of the last one. */
export async function arrived(clients: Child<ClientFunctions>, id: number, count: number): Promise<number> {
  const deadline = now() + 60_000;
  for (;;) {
    const arrival = await clients.call('arrival', { id });
    if (arrival.count >= count) return arrival.lastAt;
    if (now() > deadline) throw new Error(`Message ${id} arrived ${arrival.count} of ${count} times.`);
    await wait(2);
  }
}

/** Requests `/healthz` until it is stopped; returns the longest response time in milliseconds. */
export function watchHealth(url: string): () => Promise<number> {
  let stopped = false;
  let worst = 0;
  const loop = (async () => {
    while (!stopped) {
      const begun = performance.now();
      await fetch(`${url}/healthz`).then((response) => response.text());
      worst = Math.max(worst, performance.now() - begun);
      await wait(10);
    }
  })();
  return async () => {
    stopped = true;
    await loop;
    return worst;
  };
}
