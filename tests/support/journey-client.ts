// A complete Openbell client with its own ports, for journeys that must pass on every server.
import { createOpenbell, type Openbell, type OpenbellOptions } from '@openbell/core';
import { type ChatThread, isPending } from '@openbell/core/chat';
import { browserSockets, createMemoryFileStore, type SocketFactory } from '@openbell/core/ports';
import {
  createFakePage,
  createFakeTabs,
  createMemoryStorage,
  type FakePage,
  type FakeTime,
} from '@openbell/testing';
import { vi } from 'vitest';

export interface JourneyClient {
  readonly openbell: Openbell;
  readonly page: FakePage;
  /** Values that were corrected or dropped while reading responses. */
  readonly complaints: readonly unknown[];
  signIn(email: string, password?: string): ReturnType<Openbell['session']['signIn']>;
  /** Terminates the open sockets, like a lost network. */
  cut(): void;
}

/** Waits until the condition holds, and advances the client's clock meanwhile. */
export function untilIn(time: FakeTime): (holds: () => void | Promise<void>) => Promise<void> {
  return (holds) =>
    vi.waitFor(
      async () => {
        await time.advance(100);
        await time.frame();
        await holds();
      },
      { timeout: 60_000, interval: 5 },
    );
}

/** A socket factory whose connections can be terminated. */
function createCuttable(open: SocketFactory): { readonly factory: SocketFactory; cut(): void } {
  const cuts = new Set<() => void>();
  return {
    factory(url, protocols, events) {
      let isOver = false;
      const over = (code: number, reason: string): void => {
        if (isOver) return;
        isOver = true;
        cuts.delete(cut);
        events.close(code, reason);
      };
      const connection = open(url, protocols, {
        open: () => !isOver && events.open(),
        message: (text) => !isOver && events.message(text),
        close: over,
      });
      const cut = (): void => {
        over(1006, '');
        connection.close();
      };
      cuts.add(cut);
      return connection;
    },
    cut() {
      for (const cut of [...cuts]) cut();
    },
  };
}

export function createJourneyClient(
  options: OpenbellOptions & { readonly apiUrl: string },
  time: FakeTime,
): JourneyClient {
  const page = createFakePage();
  const complaints: unknown[] = [];
  const sockets = createCuttable(options.ports?.socketFactory ?? browserSockets);
  const openbell = createOpenbell({
    ...options,
    onError: (complaint) => complaints.push(complaint),
    ports: {
      page,
      tabs: createFakeTabs().open(),
      localStorage: createMemoryStorage(),
      sessionStorage: createMemoryStorage(),
      fileStore: createMemoryFileStore(),
      ...options.ports,
      clock: time.clock,
      scheduler: time.scheduler,
      socketFactory: sockets.factory,
    },
  });
  openbell.start();
  return {
    openbell,
    page,
    complaints,
    signIn: (email, password = 'Opening-bell-9') =>
      openbell.session.signIn({ type: 'manual', email, password, remember: true }),
    cut: sockets.cut,
  };
}

/** The texts of a thread's rows, in order. Unconfirmed rows are in brackets with their state. */
export function textsOf(thread: ChatThread): readonly string[] {
  return Array.from({ length: thread.$state.get().length }, (_, row) => {
    const item = thread.at(row);
    if (item === undefined) return '';
    return isPending(item) ? `[${item.state}] ${item.text}` : item.message;
  });
}
