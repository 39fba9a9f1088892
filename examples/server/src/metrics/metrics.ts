// The port for metrics. Labels come from the code, never from requests: route patterns, limits, kinds.

/** Reads a value when the metrics are collected. */
type ReadValue = () => number | Promise<number>;

interface HandledRequest {
  /** The pattern of the route; `site` for pages and files, `unknown` for others. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly ms: number;
}

export interface Metrics {
  request(request: HandledRequest): void;
  /** Counts a request that a rate limit refused. */
  limited(limit: string): void;
  /** Counts a frame that was sent to a member socket. */
  delivered(bytes: number): void;
  /** Records the milliseconds from the commit of a message until it was sent. */
  deliveryLag(ms: number): void;
  /** Records the milliseconds of a database query. */
  query(ms: number, ok: boolean): void;
  /** Registers the number of open sockets of one kind. */
  sockets(kind: 'member' | 'feed', read: ReadValue): void;
  /** Registers the length of a queue. */
  queue(name: string, read: ReadValue): void;
  /** Registers the database connections in one state. */
  connections(state: 'used' | 'idle' | 'waiting', read: ReadValue): void;
}

const ignore = () => undefined;

/** Metrics that are off. */
export const noMetrics: Metrics = {
  request: ignore,
  limited: ignore,
  delivered: ignore,
  deliveryLag: ignore,
  query: ignore,
  sockets: ignore,
  queue: ignore,
  connections: ignore,
};
