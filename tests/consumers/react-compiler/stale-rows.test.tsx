// Rows under the React Compiler, which renders again only what depends on a changed value: code that an embedder writes
// as the guide shows, and the chat of @openbell/ui, after random changes.
import { createAlerts } from '@openbell/core/alerts';
import { type ChatThread, isPending, itemKey, type ThreadItem } from '@openbell/core/chat';
import type { Alert, FeedTradeEvent } from '@openbell/core/contract';
import type { FeedListener } from '@openbell/core/options-feed';
import { createTimeSales, type TimeSales } from '@openbell/core/time-sales';
import { createTradeFlash, type TradeFlash } from '@openbell/core/trade-flash';
import { OpenbellProvider, useAlerts, useTimeSales, useTradeFlash } from '@openbell/react-hooks';
import { createFakeApi, createFakePage, createFakeTime, okResponse, settle } from '@openbell/testing';
import { ChatScreen } from '@openbell/ui/chat';
import { act, cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { type ReactNode, StrictMode } from 'react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createModelServer } from '../../core/chat/model-server.ts';
import { createRig, me, other } from '../../core/chat/support.ts';
import { event, row, timeSalePath } from '../../core/time-sales/live/live-support.ts';
import { propertyCases } from '../../support/property-cases.ts';
import { layOut, settleAll } from '../../ui/chat/support.tsx';

const { Drawer } = await import('virtual:docs/guides/hooks.md#1');
const { LongRoom } = await import('virtual:docs/guides/hooks.md#2');

/** Runs of a hundred changes each: 10,000 changes in the long tests. */
const runs = { numRuns: propertyCases(2, 100), endOnFailure: true };
const steps = <Kind extends string>(...kinds: readonly Kind[]) =>
  fc.array(fc.record({ kind: fc.constantFrom(...kinds), pick: fc.nat(1000) }), {
    minLength: 100,
    maxLength: 100,
    size: 'max',
  });
const timeout = 300_000;

let restoreLayout = (): void => {};
beforeAll(() => {
  restoreLayout = layOut();
});
afterEach(cleanup);
afterAll(() => restoreLayout());

const textsOf = (selector: string): readonly string[] =>
  [...document.querySelectorAll(selector)].map((element) => element.textContent ?? '');
const mount = (node: ReactNode): void => void render(<StrictMode>{node}</StrictMode>);

/** A chat with a server that changes at random. */
async function openChat(node: (rig: ReturnType<typeof createRig>) => ReactNode) {
  const server = createModelServer({ pageSize: 8, knowsClientId: true });
  for (let i = 0; i < 12; i += 1) server.post(i % 2 === 0 ? other : me, `old ${i}`);
  const rig = createRig();
  mount(node(rig));
  await act(async () => rig.sockets.latest().accept());
  await settleAll(rig, server);
  const thread = rig.chat.thread(7);
  const publish = (message: ReturnType<typeof server.post>, isScroll: boolean): void =>
    rig.sockets.latest().deliver({ type: 'WebFetchMessage', user_id: message.sender.id, message, isScroll });
  return {
    thread,
    async change({ kind, pick }: { readonly kind: string; readonly pick: number }): Promise<void> {
      const messages = server.messages();
      const target = messages[messages.length - 1 - (pick % Math.min(10, messages.length))];
      const id = target?.id ?? 0;
      await act(async () => {
        if (kind === 'post') publish(server.post(other, `news ${pick}`), true);
        else if (kind === 'edit') publish(server.change(id, { message: `edited ${pick}` }), false);
        else if (kind === 'unsend')
          publish(server.change(id, { message: '', delete_from_everyone: true }), false);
        else if (kind === 'hide') publish(server.change(id, { deleted_list: [me.id] }), false);
        else if (kind === 'send') thread.send(`mine ${pick}`);
        else if (kind === 'older') void thread.loadOlder();
        else for (const request of rig.api.waiting()) await request.respond(server.respond(request));
        await rig.time.frame();
      });
    },
  };
}
const chatSteps = steps(
  'post',
  'edit',
  'edit',
  'edit',
  'unsend',
  'hide',
  'send',
  'answer',
  'answer',
  'older',
);
const itemsOf = (thread: ChatThread): readonly ThreadItem[] =>
  Array.from({ length: thread.$state.get().length }, (_, index) => thread.at(index) as ThreadItem);

function shownText(item: ThreadItem): string {
  if (isPending(item)) return item.text;
  return item.delete_from_everyone ? 'unsend this message' : item.message;
}

test(
  'shows each change of a chat in bubbles written as the guide does [embed.compiler]',
  async () => {
    await fc.assert(
      fc.asyncProperty(chatSteps, async (all) => {
        const { thread, change } = await openChat((rig) => (
          <OpenbellProvider openbell={{ groupChat: rig.chat }}>
            <Drawer />
          </OpenbellProvider>
        ));
        for (const step of all) {
          await change(step);
          const expected = itemsOf(thread).map((item) =>
            isPending(item)
              ? `${item.text}${item.state === 'failed' ? 'Send again' : ''}`
              : `${item.sender.first_name}: ${item.message}`,
          );
          expect(textsOf('p')).toEqual(expected);
        }
        cleanup();
      }),
      runs,
    );
  },
  timeout,
);

test(
  'shows each change of a chat in a long list written as the guide does [embed.compiler]',
  async () => {
    await fc.assert(
      fc.asyncProperty(chatSteps, async (all) => {
        const { thread, change } = await openChat((rig) => {
          rig.chat.start();
          rig.chat.thread(7).open();
          return <LongRoom thread={rig.chat.thread(7)} />;
        });
        for (const step of all) {
          await change(step);
          const expected = itemsOf(thread).map((item) => (isPending(item) ? item.text : item.message));
          const shown = textsOf('p');
          expect(shown.length).toBeGreaterThan(Math.min(expected.length, 8) - 1);
          expect(shown).toEqual(expected.slice(-shown.length));
        }
        cleanup();
      }),
      runs,
    );
  },
  timeout,
);

test(
  'shows each change of a chat in the chat screen [embed.compiler]',
  async () => {
    await fc.assert(
      fc.asyncProperty(chatSteps, async (all) => {
        const { thread, change } = await openChat((rig) => (
          <ChatScreen chatType="GR" chatId={7} hrefOf={(id) => `/chat/${id}`} instance={rig.chat} />
        ));
        for (const step of all) {
          await change(step);
          const items = new Map(itemsOf(thread).map((item) => [itemKey(item), item]));
          const shown = [...document.querySelectorAll<HTMLElement>('.ob-chat-row')];
          expect(shown.length).toBeGreaterThan(0);
          for (const { dataset, textContent } of shown)
            expect(textContent).toContain(shownText(items.get(dataset.key ?? '') as ThreadItem));
        }
        cleanup();
      }),
      runs,
    );
  },
  timeout,
);

function Trades({ timeSales }: { readonly timeSales: TimeSales }): ReactNode {
  const { rows, totals, sort } = useTimeSales('', timeSales);
  const places = Array.from({ length: Math.min(rows.count, 40) }, (_, place) => place);
  return (
    <>
      {places.map((place) => (
        <p key={rows.indexAt(place)}>{rows.at(place)?.qty}</p>
      ))}
      <output>{`${rows.count} ${totals.trades} ${sort?.column} ${sort?.direction}`}</output>
    </>
  );
}

test(
  'shows each change of time and sales [embed.compiler]',
  async () => {
    const kinds = steps('add', 'add', 'add', 'sort', 'select', 'all', 'load');
    await fc.assert(
      fc.asyncProperty(kinds, async (all) => {
        const api = createFakeApi(settle);
        const time = createFakeTime();
        const timeSales = createTimeSales({ api, scheduler: time.scheduler, page: createFakePage() });
        mount(<Trades timeSales={timeSales} />);
        const response = (qty: number) =>
          api.latest(timeSalePath).succeed({ data: [row({ qty })], biggest_data: [] });
        await act(async () => response(5));
        for (const { kind, pick } of all) {
          await act(async () => {
            if (kind === 'add') timeSales.add([row({ qty: pick }), row({ qty: 1, price: pick / 100 })]);
            else if (kind === 'sort') timeSales.toggleSort(pick % 2 === 0 ? 'qty' : 'price');
            else if (kind === 'select') timeSales.select({ minPremium: pick });
            else if (kind === 'all') timeSales.clearSelection();
            else {
              void timeSales.load('');
              await response(pick);
            }
            await time.frame();
          });
          const { rows, totals, sort } = timeSales.$state.get();
          expect(textsOf('p')).toEqual(
            Array.from({ length: Math.min(rows.count, 40) }, (_, place) => String(rows.at(place)?.qty)),
          );
          expect(textsOf('output')).toEqual([
            `${rows.count} ${totals.trades} ${sort?.column} ${sort?.direction}`,
          ]);
        }
        cleanup();
      }),
      runs,
    );
  },
  timeout,
);

function Tape({ flash }: { readonly flash: TradeFlash }): ReactNode {
  const { trades, totals, waiting, isPaused } = useTradeFlash(flash);
  return (
    <>
      {trades.map((trade) => (
        <p key={trade.id}>{`${trade.size}${trade.isCanceled ? ' canceled' : ''}`}</p>
      ))}
      <output>{`${totals.trades} ${waiting} ${isPaused}`}</output>
    </>
  );
}

test(
  'shows each change of the tape of big trades [embed.compiler]',
  async () => {
    const kinds = steps('trade', 'trade', 'trade', 'cancel', 'cancel', 'pause', 'resume', 'clear');
    await fc.assert(
      fc.asyncProperty(kinds, async (all) => {
        const time = createFakeTime();
        let feed: FeedListener | null = null;
        const listen = (listener: FeedListener): (() => void) => {
          feed = listener;
          return () => {};
        };
        const flash = createTradeFlash({
          feed: { start: () => () => {}, listen },
          scheduler: time.scheduler,
          now: time.clock.now,
          limit: 20,
        });
        mount(<Tape flash={flash} />);
        const push = (trade: FeedTradeEvent): void =>
          feed?.onFrame({ isValid: true, trades: [trade], statuses: [], seen: 1, malformed: 0 });
        for (const { kind, pick } of all) {
          await act(async () => {
            const size = 101 + (pick % 7);
            if (kind === 'trade') push(event({ s: size }));
            else if (kind === 'cancel') push(event({ s: size, c: [201] }));
            else if (kind === 'pause') flash.pause();
            else if (kind === 'resume') flash.resume();
            else flash.clear();
            await time.frame();
          });
          const { trades, totals, waiting, isPaused } = flash.$state.get();
          expect(textsOf('p')).toEqual(
            trades.map(({ size, isCanceled }) => `${size}${isCanceled ? ' canceled' : ''}`),
          );
          expect(textsOf('output')).toEqual([`${totals.trades} ${waiting} ${isPaused}`]);
        }
        cleanup();
      }),
      runs,
    );
  },
  timeout,
);

test(
  'shows each change of the alerts [embed.compiler]',
  async () => {
    const kinds = steps('new', 'edit', 'tick', 'reload', 'more');
    await fc.assert(
      fc.asyncProperty(kinds, async (all) => {
        const time = createFakeTime();
        const api = createFakeApi(settle);
        const stored: Alert[] = [];
        const publish = (message: string): void => {
          const created_at = new Date(1_763_650_000_000 + stored.length * 60_000).toISOString();
          stored.unshift({ id: stored.length + 1, message, created_at } as Alert);
        };
        for (let i = 0; i < 9; i += 1) publish(`alert ${i}`);
        const alerts = createAlerts({
          api,
          now: time.clock.now,
          scheduler: time.scheduler,
          page: createFakePage(),
        });
        function List(): ReactNode {
          const { state, now } = useAlerts(alerts);
          return (
            <>
              {state.items.map(({ id, message }) => (
                <p key={id}>{message}</p>
              ))}
              <output>{`${state.status} ${state.page} ${now}`}</output>
            </>
          );
        }
        mount(<List />);
        const response = async (): Promise<void> => {
          for (const request of api.waiting()) {
            const page = Number(request.input.query?.page ?? 1);
            const data = stored.slice((page - 1) * 5, page * 5);
            await request.respond(okResponse({ data, last_page: Math.ceil(stored.length / 5) }));
          }
        };
        await act(response);
        for (const { kind, pick } of all) {
          await act(async () => {
            const at = pick % stored.length;
            if (kind === 'new') publish(`alert ${pick}`);
            else if (kind === 'edit') stored[at] = { ...(stored[at] as Alert), message: `edited ${pick}` };
            else if (kind === 'tick') await time.advance(30_000);
            else if (kind === 'more') void alerts.loadMore();
            else void alerts.load();
            await response();
          });
          const { items, status, page } = alerts.$state.get();
          expect(textsOf('p')).toEqual(items.map(({ message }) => message));
          expect(textsOf('output')).toEqual([`${status} ${page} ${alerts.$now.get()}`]);
        }
        cleanup();
      }),
      runs,
    );
  },
  timeout,
);
