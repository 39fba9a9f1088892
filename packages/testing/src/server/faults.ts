// What goes wrong between a client and its server. Each fault lasts until the function that it gives is called.
import type { EndpointName } from '@openbell/core/contract';

/** What is done to some calls: to one by its name, or to every call. */
export interface CallFault {
  readonly call?: EndpointName;
  /** How often; without an end by default. */
  readonly times?: number;
}

export interface MemoryFaults {
  /** The work is done and the answer is lost: the client cannot know which. */
  dropAfter(fault?: CallFault): () => void;
  /** The request is lost on its way: nothing is done. */
  dropBefore(fault?: CallFault): () => void;
  /** Every answer takes so many milliseconds more, by the scheduler. */
  slow(ms: number, fault?: CallFault): () => void;
  /** 429 with `Retry-After` in seconds; nothing is done. */
  throttle(retryAfter: number, fault?: CallFault): () => void;
  /** No network: requests fail, open sockets drop, new ones do not open. */
  offline(): () => void;
  /** Every frame of both sockets comes twice. */
  duplicateFrames(): () => void;
  /** The person's access ends now: 403, and their sockets close with 4403. */
  expireNow(email: string): void;
  /** Every token of the person is worth nothing from now on: 401, and their sockets close with 4401. */
  revokeToken(email: string): void;
  /** Ends every fault that lasts. */
  clear(): void;
}

interface LastingFault extends CallFault {
  left: number;
}

export interface FaultBook {
  /** Uses up one of a fault, if there is one for this call. */
  take(kind: 'dropAfter' | 'dropBefore', call: EndpointName | null): boolean;
  /** Milliseconds more, for this call. */
  delay(call: EndpointName | null): number;
  /** Seconds to wait, or null. */
  throttled(call: EndpointName | null): number | null;
  isOffline(): boolean;
  repeats(): number;
}

export function createFaults(doing: {
  readonly goOffline: () => void;
  readonly expire: (email: string) => void;
  readonly revoke: (email: string) => void;
}): { readonly faults: MemoryFaults; readonly book: FaultBook } {
  const lists = {
    dropAfter: new Set<LastingFault>(),
    dropBefore: new Set<LastingFault>(),
    slow: new Set<LastingFault & { readonly amount: number }>(),
    throttle: new Set<LastingFault & { readonly amount: number }>(),
  };
  const offline = new Set<object>();
  const doubled = new Set<object>();

  function last<T>(set: Set<T>, entry: T): () => void {
    set.add(entry);
    return () => void set.delete(entry);
  }

  const counted = (fault: CallFault): LastingFault => ({
    ...fault,
    left: fault.times ?? Number.POSITIVE_INFINITY,
  });

  function use<T extends LastingFault>(set: ReadonlySet<T>, call: EndpointName | null): T | null {
    for (const fault of set) {
      if (fault.left < 1 || (fault.call !== undefined && fault.call !== call)) continue;
      fault.left -= 1;
      return fault;
    }
    return null;
  }

  return {
    faults: {
      dropAfter: (fault = {}) => last(lists.dropAfter, counted(fault)),
      dropBefore: (fault = {}) => last(lists.dropBefore, counted(fault)),
      slow: (ms, fault = {}) => last(lists.slow, { ...counted(fault), amount: ms }),
      throttle: (seconds, fault = {}) => last(lists.throttle, { ...counted(fault), amount: seconds }),
      offline() {
        const back = last(offline, {});
        doing.goOffline();
        return back;
      },
      duplicateFrames: () => last(doubled, {}),
      expireNow: doing.expire,
      revokeToken: doing.revoke,
      clear() {
        for (const set of [...Object.values(lists), offline, doubled]) set.clear();
      },
    },
    book: {
      take: (kind, call) => use(lists[kind], call) !== null,
      delay: (call) => use(lists.slow, call)?.amount ?? 0,
      throttled: (call) => use(lists.throttle, call)?.amount ?? null,
      isOffline: () => offline.size > 0,
      repeats: () => (doubled.size > 0 ? 2 : 1),
    },
  };
}
