// How a feature is led through its states: what is done to it, in words that stand at the arrows.
import type { createOpenbell, OpenbellOptions } from '@openbell/core';
import type { FakePage, FakeTime, MemoryServer } from '@openbell/testing';
import type { ReadableAtom } from 'nanostores';

/** What a walk acts on: an instance on a server in memory, and everything around it that a person or a network moves. */
export interface World {
  readonly openbell: ReturnType<typeof createOpenbell>;
  readonly server: MemoryServer;
  readonly time: FakeTime;
  readonly page: FakePage;
  /** Answers of the browser's question, for the next time it is asked. */
  permission: 'default' | 'granted' | 'denied';
  /** Whether the browser gives a microphone. */
  hasMicrophone: boolean;
  /** What closes the open connections with a code, as a server does. */
  close(code: number, reason?: string): void;
  /** What the server answers to the next request of this path, in place of its own answer. */
  answerNext(path: string, status: number, body: unknown): void;
  /** A frame that a server sends by the newest connection. */
  frame(text: string): void;
}

/** One thing that happens: its words, and what does it. */
export type Step = readonly [words: string, work: (world: World) => unknown];

export interface Walk {
  /** Who is signed in before it begins; nobody by default. */
  readonly as?: 'member' | 'subscriber' | 'lapsed';
  readonly options?: Partial<OpenbellOptions>;
  /** Before anything else. */
  readonly before?: (world: World) => unknown;
  readonly steps: readonly Step[];
}

/** The walks through the states of one store. */
export interface Course {
  readonly store: (world: World) => ReadableAtom<unknown>;
  readonly walks: readonly Walk[];
}

/** A change that was seen, with what brought it about. */
export interface Transition {
  readonly from: string;
  readonly to: string;
  readonly causes: readonly string[];
}

export interface SeenStates {
  /** Where it stands when it is made. */
  readonly first: string;
  readonly transitions: readonly Transition[];
}
