// Runs a feature's walks against the in-memory server with fake time. Records each state transition with its cause: an
// action, a response, a frame, a timer or the network.
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
import type { Course, RecordedStates, Transition, Walk, World } from './walk.types.ts';

/** The last event, and the time of the last transition in milliseconds of the fake clock. */
interface Cause {
  words: string;
  since: number;
}

/** A step that has not settled after this many turns is waiting for a later step. */
const maxTurns = 3_000;

const spanOf = (ms: number): string =>
  ms < 1_000 ? `${ms} ms pass` : `${Number((ms / 1_000).toFixed(1))} s pass`;

/** Records timers as causes, except timers of 0 ms, which only continue the current work. */
function recordingScheduler({ clock, scheduler }: FakeTime, cause: Cause): Scheduler {
  return {
    ...scheduler,
    after: (ms, work) =>
      scheduler.after(ms, () => {
        if (ms > 0) cause.words = spanOf(clock.now() - cause.since);
        work();
      }),
  };
}

/** Describes a frame by its type. */
function describeFrame(text: string | null): string {
  const frame: unknown = JSON.parse(text ?? 'null');
  const first = (Array.isArray(frame) ? frame[0] : frame) as Readonly<Record<string, unknown>> | null;
  if (first?.ev === 'status') return `status ${String(first.status)}`;
  return typeof first?.ev === 'string' ? 'a trade arrives' : `frame ${String(first?.type ?? '')}`;
}

/** Returns the contract's name of the call with a path. */
function callName(method: string, path: string): string {
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
  // Responses arrive one at a time, after the effects of the previous one, so each transition has one cause.
  let delivered: Promise<unknown> = Promise.resolve();
  const deliver = async (words: string): Promise<void> => {
    const previous = delivered;
    let next = (): void => {};
    delivered = new Promise<void>((resolve) => {
      next = resolve;
    });
    await previous;
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
    respondNext: (path, status, body) => void planned.set(path, Response.json(body, { status })),
    frame: (text) => [...open].at(-1)?.message(text),
  } as { -readonly [Key in keyof World]: World[Key] };
  world.openbell = createOpenbell({
    ...server.options,
    ...walk.options,
    ports: {
      ...server.options.ports,
      ...walk.options?.ports,
      scheduler: recordingScheduler(time, cause),
      page,
      random: createFakeRandom(),
      tabs: { notify: () => {}, onChange: () => () => {} },
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
          const response = planned.get(path) ?? (await fetch(request));
          planned.delete(path);
          await deliver(`${callName(request.method, path)} ${response.status}`);
          return response;
        } catch (error) {
          await deliver('no response');
          throw error;
        }
      },
      socketFactory: (url, protocols, events) => {
        let isClosed = false;
        const recorded: SocketEvents = {
          open() {
            if (isClosed) return;
            cause.words = 'the socket opens';
            events.open();
          },
          message(text) {
            if (isClosed) return;
            cause.words = describeFrame(text);
            events.message(text);
          },
          close(code, reason) {
            if (isClosed) return;
            isClosed = true;
            open.delete(recorded);
            cause.words = `the socket closes (${code})`;
            events.close(code, reason);
          },
        };
        open.add(recorded);
        return socketFactory(url, protocols, recorded);
      },
    },
  });
  return world;
}

/** The name of a state: the string itself, or its `status` or `step`. */
function stateName(state: unknown): string {
  if (typeof state === 'string') return state;
  const { status, step } = state as { readonly status?: string; readonly step?: string };
  return status ?? step ?? '';
}

/** Merges three or more waits, as of a backoff, into one cause with the shortest and the longest. */
function mergeWaits(causes: readonly string[]): readonly string[] {
  const spans = causes.filter((words) => / s pass$/.test(words));
  if (spans.length < 3) return causes;
  const [shortest, longest] = [spans.at(0), spans.at(-1)].map((words) => words?.replace(' s pass', ''));
  return [...causes.filter((words) => !spans.includes(words)), `${shortest} to ${longest} s pass`];
}

/** Runs all walks of a course. Returns each transition once, in order of first occurrence. */
export async function runWalks({ store, walks }: Course): Promise<RecordedStates> {
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
    let now = stateName($state.get());
    first ||= now;
    const stop = $state.subscribe((state) => {
      const next = stateName(state);
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
      // The promise may depend on a later step, for example an open popup or a slow response.
      for (let turn = 0; turn < maxTurns && !isDone; turn += 1) await settle();
      for (let turn = 0; turn < 20; turn += 1) await settle();
    }
    stop();
    world.openbell.destroy();
    world.server.destroy();
  }
  const transitions: readonly Transition[] = [...seen.values()].map(({ causes, ...change }) => ({
    ...change,
    causes: mergeWaits([...causes]),
  }));
  return { first, transitions };
}
