// Walks: scripted steps that drive a feature through its states. The words of a step label the arrows of the diagram.
import type { createOpenbell, OpenbellOptions } from '@openbell/core';
import type { FakePage, FakeTime, MemoryServer } from '@openbell/testing';
import type { ReadableAtom } from 'nanostores';

/** The environment of a walk: an instance, the in-memory server, and controls for the browser and the network. */
export interface World {
  readonly openbell: ReturnType<typeof createOpenbell>;
  readonly server: MemoryServer;
  readonly time: FakeTime;
  readonly page: FakePage;
  /** The result of the next permission prompt. */
  permission: 'default' | 'granted' | 'denied';
  /** Whether recording is allowed. */
  hasMicrophone: boolean;
  /** Closes all open sockets like a server, with a close code. */
  close(code: number, reason?: string): void;
  /** Replaces the server's response to the next request of `path`. */
  respondNext(path: string, status: number, body: unknown): void;
  /** Delivers a frame on the newest socket. */
  frame(text: string): void;
}

/** One step: its label, and the function that performs it. */
export type Step = readonly [words: string, work: (world: World) => unknown];

export interface Walk {
  /** The account that is signed in at the start. Default: a visitor. */
  readonly as?: 'member' | 'subscriber' | 'lapsed';
  readonly options?: Partial<OpenbellOptions>;
  /** Runs before the sign-in. */
  readonly before?: (world: World) => unknown;
  readonly steps: readonly Step[];
}

/** The walks through the states of one store. */
export interface Course {
  readonly store: (world: World) => ReadableAtom<unknown>;
  readonly walks: readonly Walk[];
}

/** A recorded transition with its causes. */
export interface Transition {
  readonly from: string;
  readonly to: string;
  readonly causes: readonly string[];
}

export interface RecordedStates {
  /** The initial state. */
  readonly first: string;
  readonly transitions: readonly Transition[];
}
