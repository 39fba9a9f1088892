// The chats of a page as its features create them.
import { isPending } from '@openbell/core/chat';
import { createChatFeatures } from '@openbell/core/chat-features';
import { createMemberBase } from '@openbell/core/member-base';
import { createSiteFeatures } from '@openbell/core/site-features';
import {
  createFakePage,
  createFakeRandom,
  createFakeSockets,
  createFakeTime,
  createMemoryStorage,
  settle,
} from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { chatOf, me, message, other } from './support.ts';

const user = { ...me, email: 'a@b.test', expired_at: '2099-01-01T00:00:00Z' };
const ids = { groupChat: 7, personalChat: 8 } as const;

/** The features of a page; its server has a group chat (7) and a personal one (8), each with a message of `other`. */
async function openPage() {
  const { clock, scheduler, frame } = createFakeTime();
  const localStorage = createMemoryStorage();
  localStorage.write('openbell:accessToken', 'a-token');
  const page = createFakePage();
  const answers: Readonly<Record<string, unknown>> = {
    'GET /web/profile': { user, subscriptions: [] },
    'GET /web/chats': { data: [] },
    'GET /web/chat/7': {
      data: chatOf({ id: 7, messages: [message(70, { chat_id: 7, sender: other })] }),
    },
    'GET /web/chat/8': {
      data: chatOf({ id: 8, messages: [message(80, { chat_id: 8, sender: other })] }),
    },
    'POST /web/chat/70/action': { data: chatOf() },
    'POST /web/chat/80/action': { data: chatOf() },
  };
  const site = createSiteFeatures({
    apiUrl: 'https://site.test/api',
    ports: {
      clock,
      scheduler,
      page,
      random: createFakeRandom(),
      tabs: { notify: () => {}, onChange: () => () => {} },
      localStorage,
      sessionStorage: createMemoryStorage(),
      socketFactory: createFakeSockets().factory,
      fetch: async (input, init) => {
        const { method, url } = new Request(input, init);
        const answer = answers[`${method} ${new URL(url).pathname.replace('/api', '')}`];
        return Response.json(answer ?? {}, { status: answer === undefined ? 404 : 200 });
      },
    },
  });
  const base = createMemberBase(site);
  const chats = createChatFeatures(site, base);
  const stops = [site.start(), base.start(), chats.start()];
  const wait = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await settle();
    await frame();
  };
  await wait();
  for (const name of ['groupChat', 'personalChat'] as const) {
    stops.push(chats[name].start(), chats[name].thread(ids[name]).open());
  }
  await wait();
  return {
    wait,
    threadOf: (name: keyof typeof ids) => chats[name].thread(ids[name]),
    close() {
      for (const stop of stops.reverse()) stop();
      chats.destroy();
      base.destroy();
      site.destroy();
    },
  };
}

describe('the chat features of a page', () => {
  it.each([
    ['groupChat', 'personalChat'],
    ['personalChat', 'groupChat'],
  ] as const)('apply a block and an unblock in %s to %s at once [chat.withheld-reply]', async (from, to) => {
    const page = await openPage();
    const isBlocked = (name: keyof typeof ids) => {
      const row = page.threadOf(name).at(0);
      if (row === undefined || isPending(row)) throw new Error(`No message in ${name}.`);
      return row.is_block;
    };
    expect([isBlocked(from), isBlocked(to)]).toEqual([false, false]);
    for (const type of ['block', 'unblock'] as const) {
      void page.threadOf(from).act(from === 'groupChat' ? 70 : 80, type);
      await page.wait();
      expect([type, isBlocked(from), isBlocked(to)]).toEqual([type, type === 'block', type === 'block']);
    }
    page.close();
  });
});
