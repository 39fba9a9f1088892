// The traces of messages between their commit and their delivery in this process.
import type { Span, TraceContext, Tracing } from './tracing.ts';

/** Messages without a receiver here are never taken, so the oldest are dropped. */
const MOST = 1_000;

export interface MessageTraces {
  /** Starts the span `event` of a stored message. */
  stored(messageId: number, parent: TraceContext | undefined): void;
  /** Ends the spans `event` of messages and starts their spans `delivery`. Returns a function that ends these. */
  delivering(messageIds: readonly number[]): (counts: { readonly users: number }) => void;
}

export function createMessageTraces(tracing: Tracing): MessageTraces {
  const events = new Map<number, { readonly event: Span; readonly parent: TraceContext }>();
  return {
    stored(messageId, parent) {
      if (parent === undefined) return;
      const event = tracing.start('event', { parent });
      if (event === null) return;
      const [oldest] = events.keys();
      if (events.size >= MOST && oldest !== undefined) events.delete(oldest);
      events.set(messageId, { event, parent });
    },
    delivering(messageIds) {
      if (events.size === 0) return () => undefined;
      const spans = messageIds.flatMap((id) => {
        const found = events.get(id);
        events.delete(id);
        found?.event.end();
        return found === undefined ? [] : (tracing.start('delivery', { parent: found.parent }) ?? []);
      });
      return ({ users }) => {
        for (const span of spans) span.end({ 'openbell.users': users });
      };
    },
  };
}
