// The port for traces. Attributes are ids and counts only, never texts, names, addresses or tokens.
import { currentRequest } from '../request-scope.ts';

type Attributes = Readonly<Record<string, string | number | boolean>>;

/** The position in a trace, in the format of the header `traceparent`. */
export type TraceContext = string;

export interface Span {
  /** The parent of further spans. */
  readonly trace: TraceContext;
  /** Adds attributes and ends the span. Fails the span if `failed` is true. */
  end(attributes?: Attributes, failed?: boolean): void;
}

interface SpanStart {
  /** Without it, the span starts a trace. */
  readonly parent?: TraceContext | undefined;
  readonly attributes?: Attributes;
}

export interface Tracing {
  /** Starts a span; null when traces are off. */
  start(name: string, start: SpanStart): Span | null;
}

/** Traces that are off. */
export const noTracing: Tracing = { start: () => null };

/** Runs work in a span of the running request. */
export async function inSpan<T>(tracing: Tracing, name: string, work: () => Promise<T>): Promise<T> {
  const parent = currentRequest()?.trace;
  const span = parent === undefined ? null : tracing.start(name, { parent });
  try {
    const value = await work();
    span?.end();
    return value;
  } catch (error) {
    span?.end({}, true);
    throw error;
  }
}

/** Returns a `traceparent` header that follows its format; undefined for others. */
export function readTraceparent(header: string | undefined): TraceContext | undefined {
  return header !== undefined && /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(header)
    ? header
    : undefined;
}
