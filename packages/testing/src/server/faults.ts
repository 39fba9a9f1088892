// Fault injection. A fault stays active until the function that it returns is called.
import type { EndpointName } from '@openbell/core/contract';

/** Restricts a fault to one endpoint or to a number of requests. */
export interface CallFault {
  /** The endpoint that fails; every endpoint by default. */
  readonly call?: EndpointName;
  /** How many requests fail; unlimited by default. */
  readonly times?: number;
}

/** The faults of a memory server. Those that return a function stay active until it is called. */
export interface MemoryFaults {
  /** Processes the request and drops the response. */
  dropAfter(fault?: CallFault): () => void;
  /** Drops the request before it is processed. */
  dropBefore(fault?: CallFault): () => void;
  /** Delays each response by `ms` milliseconds of the scheduler. */
  slow(ms: number, fault?: CallFault): () => void;
  /** Answers 429 with `Retry-After` (seconds) without processing the request. */
  throttle(retryAfter: number, fault?: CallFault): () => void;
  /** Goes offline: requests fail, open sockets drop, new ones do not open. */
  offline(): () => void;
  /** Sends every frame of the member socket twice. */
  duplicateFrames(): () => void;
  /** Ends the member's access now: calls answer 403, sockets close with 4403. */
  expireNow(email: string): void;
  /** Revokes every session of the member: calls answer 401, sockets close with 4401. */
  revokeToken(email: string): void;
  /** Ends every active fault. */
  clear(): void;
}

interface ActiveFault extends CallFault {
  remaining: number;
}

export interface FaultState {
  /** Consumes one drop if a fault of this kind applies to the call; `call` is null outside the contract. */
  shouldDrop(kind: 'dropAfter' | 'dropBefore', call: EndpointName | null): boolean;
  /** Additional milliseconds for this call. */
  delay(call: EndpointName | null): number;
  /** Seconds of `Retry-After`; null when the call is not throttled. */
  throttled(call: EndpointName | null): number | null;
  isOffline(): boolean;
  /** How many times each frame is sent. */
  frameCopies(): number;
}

export function createFaults(actions: {
  readonly goOffline: () => void;
  readonly expire: (email: string) => void;
  readonly revoke: (email: string) => void;
}): { readonly faults: MemoryFaults; readonly state: FaultState } {
  const active = {
    dropAfter: new Set<ActiveFault>(),
    dropBefore: new Set<ActiveFault>(),
    slow: new Set<ActiveFault & { readonly amount: number }>(),
    throttle: new Set<ActiveFault & { readonly amount: number }>(),
  };
  const offline = new Set<object>();
  const duplicating = new Set<object>();

  function activate<T>(set: Set<T>, entry: T): () => void {
    set.add(entry);
    return () => void set.delete(entry);
  }

  const counted = (fault: CallFault): ActiveFault => ({
    ...fault,
    remaining: fault.times ?? Number.POSITIVE_INFINITY,
  });

  function consume<T extends ActiveFault>(set: ReadonlySet<T>, call: EndpointName | null): T | null {
    for (const fault of set) {
      if (fault.remaining < 1 || (fault.call !== undefined && fault.call !== call)) continue;
      fault.remaining -= 1;
      return fault;
    }
    return null;
  }

  return {
    faults: {
      dropAfter: (fault = {}) => activate(active.dropAfter, counted(fault)),
      dropBefore: (fault = {}) => activate(active.dropBefore, counted(fault)),
      slow: (ms, fault = {}) => activate(active.slow, { ...counted(fault), amount: ms }),
      throttle: (seconds, fault = {}) => activate(active.throttle, { ...counted(fault), amount: seconds }),
      offline() {
        const goOnline = activate(offline, {});
        actions.goOffline();
        return goOnline;
      },
      duplicateFrames: () => activate(duplicating, {}),
      expireNow: actions.expire,
      revokeToken: actions.revoke,
      clear() {
        for (const set of [...Object.values(active), offline, duplicating]) set.clear();
      },
    },
    state: {
      shouldDrop: (kind, call) => consume(active[kind], call) !== null,
      delay: (call) => consume(active.slow, call)?.amount ?? 0,
      throttled: (call) => consume(active.throttle, call)?.amount ?? null,
      isOffline: () => offline.size > 0,
      frameCopies: () => (duplicating.size > 0 ? 2 : 1),
    },
  };
}
