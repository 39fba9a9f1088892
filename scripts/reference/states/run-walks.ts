// Leads a feature through its walks on the server in memory, with a time that moves when told to, and writes down each
// change of its state with what came just before: an action, an answer, a frame, a timer, the network.
import { createOpenbell } from '@openbell/core';
import { endpoints } from '@openbell/core/contract';
import { createMemoryFileStore, type Scheduler, type SocketEvents } from '@openbell/core/ports';
import {
  createFakePage,
  createFakeRandom,
  createFakeTime,
  createMemoryServer,
  createMemoryStorage,
  demoPassword,
  type FakeTime,
  settle,
} from '@openbell/testing';
import type { Course, SeenStates, Transition, Walk, World } from './walk.types.ts';

/** What has happened last, and since when the state is as it is, in milliseconds of the clock. */
interface Cause {
  words: string;
  since: number;
}

/** Promises settle within this; what has not by then waits for something. */
const mostTurns = 3_000;

const spanOf = (ms: number): string =>
  ms < 1_000 ? `${ms} ms pass` : `${Number((ms / 1_000).toFixed(1))} s pass`;

/** Timers tell that time has passed; one of no time at all only goes on with what was begun. */
function heardScheduler({ clock, scheduler }: FakeTime, cause: Cause): Scheduler {
  return {
    ...scheduler,
    after: (ms, work) =>
      scheduler.after(ms, () => {
        if (ms > 0) cause.words = spanOf(clock.now() - cause.since);
        work();
      }),
  };
}

/** The word for a frame: its kind, and what it says of itself. */
function wordsOfFrame(text: string | null): string {
  const frame: unknown = JSON.parse(text ?? 'null');
  const first = (Array.isArray(frame) ? frame[0] : frame) as Readonly<Record<string, unknown>> | null;
  if (first?.ev === 'status') return `status ${String(first.status)}`;
  return typeof first?.ev === 'string' ? 'a trade comes' : `frame ${String(first?.type ?? '')}`;
}

/** The call that a path belongs to, by the contract's name. */
function nameOf(method: string, path: string): string {
  const [found] = Object.entries(endpoints).filter(
    ([, endpoint]) =>
      endpoint.method === method &&
      new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return found?.[0] ?? path.split('/').at(-1) ?? '';
}

function createWorld(walk: Walk, cause: Cause): World {
  const time = createFakeTime();
  const page = createFakePage();
  const server = createMemoryServer({ ...time, timeSaleRows: 50 });
  const open = new Set<SocketEvents>();
  const planned = new Map<string, Response>();
  // Answers arrive one by one, each after what the last one has led to: so each change has one cause.
  let arrived: Promise<unknown> = Promise.resolve();
  const arrive = async (words: string): Promise<void> => {
    const before = arrived;
    let next = (): void => {};
    arrived = new Promise<void>((resolve) => {
      next = resolve;
    });
    await before;
    cause.words = words;
    void settle().then(next);
  };
  const { fetch, socketFactory } = server.options.ports;
  const world = {
    server,
    time,
    page,
    permission: 'default',
    hasMicrophone: true,
    close(code, reason = '') {
      for (const events of [...open]) events.close(code, reason);
    },
    answerNext: (path, status, body) => void planned.set(path, Response.json(body, { status })),
    frame: (text) => [...open].at(-1)?.message(text),
  } as { -readonly [Key in keyof World]: World[Key] };
  world.openbell = createOpenbell({
    ...server.options,
    ...walk.options,
    ports: {
      ...server.options.ports,
      ...walk.options?.ports,
      scheduler: heardScheduler(time, cause),
      page,
      random: createFakeRandom(),
      tabs: { tell: () => {}, onHint: () => () => {} },
      localStorage: createMemoryStorage(),
      sessionStorage: createMemoryStorage(),
      fileStore: createMemoryFileStore(),
      upload: null,
      notifications: {
        permission: () => world.permission,
        request: () => Promise.resolve(world.permission),
      },
      microphone: {
        record: () =>
          world.hasMicrophone
            ? Promise.resolve({
                mimeType: 'audio/webm',
                stop: () => Promise.resolve(new Blob(['sound'])),
                cancel: () => {},
              })
            : Promise.reject(new Error('The microphone was refused.')),
      },
      async fetch(input, init) {
        try {
          const request = new Request(input, init);
          const { pathname } = new URL(request.url);
          const path = pathname.slice(new URL(server.options.apiUrl).pathname.length);
          const answer = planned.get(path) ?? (await fetch(request));
          planned.delete(path);
          await arrive(`${nameOf(request.method, path)} ${answer.status}`);
          return answer;
        } catch (error) {
          await arrive('no answer');
          throw error;
        }
      },
      socketFactory: (url, protocols, events) => {
        let isClosed = false;
        const heard: SocketEvents = {
          open() {
            if (isClosed) return;
            cause.words = 'the socket opens';
            events.open();
          },
          message(text) {
            if (isClosed) return;
            cause.words = wordsOfFrame(text);
            events.message(text);
          },
          close(code, reason) {
            if (isClosed) return;
            isClosed = true;
            open.delete(heard);
            cause.words = `the socket closes (${code})`;
            events.close(code, reason);
          },
        };
        open.add(heard);
        return socketFactory(url, protocols, heard);
      },
    },
  });
  return world;
}

/** The word that tells a state from the others. */
function wordOf(state: unknown): string {
  if (typeof state === 'string') return state;
  const { status, step } = state as { readonly status?: string; readonly step?: string };
  return status ?? step ?? '';
}

/** Waits that grow are one cause: from the shortest to the longest. */
function withoutRepeats(causes: readonly string[]): readonly string[] {
  const spans = causes.filter((words) => / s pass$/.test(words));
  if (spans.length < 3) return causes;
  const [shortest, longest] = [spans.at(0), spans.at(-1)].map((words) => words?.replace(' s pass', ''));
  return [...causes.filter((words) => !spans.includes(words)), `${shortest} to ${longest} s pass`];
}

/** Walks every walk of a course; gives each change once, in the order in which they were first seen. */
export async function runWalks({ store, walks }: Course): Promise<SeenStates> {
  const seen = new Map<string, { from: string; to: string; causes: Set<string> }>();
  let first = '';
  for (const walk of walks) {
    const cause: Cause = { words: '', since: 0 };
    const world = createWorld(walk, cause);
    walk.before?.(world);
    if (walk.as !== undefined) {
      world.openbell.start();
      const email = `${walk.as}@openbell.test`;
      await world.openbell.session.signIn({ type: 'manual', email, password: demoPassword, remember: true });
      await world.openbell.session.refreshProfile();
    }
    const $state = store(world);
    let now = wordOf($state.get());
    first ||= now;
    const stop = $state.subscribe((state) => {
      const next = wordOf(state);
      if (next === now) return;
      const key = `${now} ${next}`;
      const change = seen.get(key) ?? { from: now, to: next, causes: new Set() };
      change.causes.add(cause.words);
      seen.set(key, change);
      now = next;
      cause.since = world.time.clock.now();
    });
    for (const [words, work] of walk.steps) {
      cause.words = words;
      let isDone = false;
      const end = (): void => {
        isDone = true;
      };
      Promise.resolve(work(world)).then(end, end);
      // What it gives may wait for the next step: a window that is open, an answer that is slow.
      for (let turn = 0; turn < mostTurns && !isDone; turn += 1) await settle();
      for (let turn = 0; turn < 20; turn += 1) await settle();
    }
    stop();
    world.openbell.destroy();
    world.server.destroy();
  }
  const transitions: readonly Transition[] = [...seen.values()].map(({ causes, ...change }) => ({
    ...change,
    causes: withoutRepeats([...causes]),
  }));
  return { first, transitions };
}
