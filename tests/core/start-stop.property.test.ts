// Every feature with a start runs only while a handle from after the last destroy is held.
import { createOpenbell, type Openbell } from '@openbell/core';
import {
  createFakePage,
  createFakeRandom,
  createFakeSockets,
  createFakeTime,
  createMemoryStorage,
} from '@openbell/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyCases } from '../support/property-cases.ts';

interface Startable {
  start(): () => void;
  destroy(): void;
}

/** A page with a signed-in member whose server never responds. */
function createHost() {
  const time = createFakeTime();
  const page = createFakePage();
  const tabListeners = new Set<unknown>();
  const sockets = createFakeSockets();
  const localStorage = createMemoryStorage();
  localStorage.write('accessToken', 'a-token');
  const openbell = createOpenbell({
    apiUrl: 'https://site.test/api',
    keyPrefix: '',
    ports: {
      ...time,
      page,
      random: createFakeRandom(),
      tabs: {
        notify: () => {},
        onChange: (listener) => {
          tabListeners.add(listener);
          return () => void tabListeners.delete(listener);
        },
      },
      localStorage,
      sessionStorage: createMemoryStorage(),
      socketFactory: sockets.factory,
      notifications: { permission: () => 'default', request: async () => 'default' },
      fetch: () => new Promise(() => {}),
    },
  });
  // Runs microtasks and 0 ms timers, because a socket closes at the end of the tick.
  const tick = () => time.advance(0);
  const held = () => ({ timers: time.pending(), listeners: page.listeners() + tabListeners.size });
  return { openbell, sockets, tick, held };
}

/** The subject: a feature by name, a chat, or the whole library. */
function subjectOf(openbell: Openbell, name: string): Startable {
  if (name === 'openbell') return openbell;
  const { groupChat } = openbell;
  if (name === 'thread') return { start: () => groupChat.thread(7).open(), destroy: groupChat.destroy };
  return (openbell as unknown as Readonly<Record<string, Startable>>)[name] as Startable;
}

const subjects = [
  'openbell',
  'thread',
  ...Object.entries(createHost().openbell).flatMap(([name, feature]) =>
    typeof feature === 'object' && 'start' in feature ? [name] : [],
  ),
];

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('start' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('stop' as const), handle: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('destroy' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('tick' as const) }) },
);

test('covers every feature with a start', () => {
  expect(subjects).toEqual(expect.arrayContaining(['session', 'realtime', 'optionsFeed', 'timeSales']));
  expect(subjects.length).toBeGreaterThanOrEqual(16);
});

type Step = typeof step extends fc.Arbitrary<infer Taken> ? Taken : never;

/** Takes these steps; `check` is called after each tick with the handles that are held since the last destroy. */
async function take(
  steps: readonly Step[],
  subject: Startable,
  { tick, check }: { tick(): Promise<void>; check(held: number, wasDestroyed: boolean): void },
): Promise<void> {
  const stops: (() => void)[] = [];
  let active = new Set<() => void>();
  let wasDestroyed = false;
  for (const taken of [...steps, { do: 'tick' } as const]) {
    if (taken.do === 'start') {
      const stop = subject.start();
      stops.push(stop);
      active.add(stop);
    } else if (taken.do === 'stop') {
      const stop = stops[taken.handle % Math.max(1, stops.length)];
      stop?.();
      if (stop !== undefined) active.delete(stop);
    } else if (taken.do === 'destroy') {
      subject.destroy();
      active = new Set();
      wasDestroyed = true;
    } else {
      await tick();
      check(active.size, wasDestroyed);
      wasDestroyed = false;
    }
  }
}
const anySteps = fc.array(step, { maxLength: 30, size: 'max' });

test.each(subjects)('%s runs only while a handle from after the last destroy is held', async (name) => {
  await fc.assert(
    fc.asyncProperty(anySteps, async (steps) => {
      const { openbell, tick, held } = createHost();
      const check = (handles: number) => expect(held().listeners > 0).toBe(handles > 0);
      await take(steps, subjectOf(openbell, name), { tick, check });
    }),
    { numRuns: propertyCases(100) },
  );
});

test.each(['realtime', 'optionsFeed'] as const)(
  '%s has one socket while it runs, and keeps it when it is stopped and started in one tick [socket.one] [market.one-socket]',
  async (name) => {
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        const { openbell, sockets, tick, held } = createHost();
        openbell.session.start();
        await tick();
        const before = held();
        let connections = 0;
        const check = (handles: number, wasDestroyed: boolean): void => {
          const wasOpen = connections > 0 && !wasDestroyed;
          expect(sockets.live()).toHaveLength(handles > 0 ? 1 : 0);
          if (handles === 0) expect(held()).toEqual(before);
          else if (wasOpen) expect(sockets.connections).toHaveLength(connections);
          connections = handles === 0 ? 0 : sockets.connections.length;
        };
        await take(steps, openbell[name], { tick, check });
      }),
      { numRuns: propertyCases(100) },
    );
  },
);
