/** How long the server waits for what others have yet to send, in milliseconds. */
export interface Patience {
  /** For a request's headers. */
  readonly headersMs: number;
  /** For a small body: JSON, a form of a few fields, a webhook. */
  readonly smallBodyMs: number;
  /** For a whole request, its files included. */
  readonly requestMs: number;
  /** For a client to take the next part of a file, 256 KiB. */
  readonly nextPartMs: number;
  /** For the next request on an idle connection. */
  readonly idleMs: number;
  /** For a connection on which nothing moves, for example while a client does not read its answer. */
  readonly stalledMs: number;
  /** How often connections are looked over for the above. */
  readonly checkMs: number;
}

/** Who sends a byte now and then holds a connection no longer than this (ASVS 15.2.2). */
export const defaultPatience: Patience = {
  headersMs: 15_000,
  // The largest, 1 MiB, at 300 kbit/s.
  smallBodyMs: 30_000,
  // The largest upload, 120 MiB, at 1.7 Mbit/s.
  requestMs: 600_000,
  // A part at 35 kbit/s. A browser whose film is paused comes back with a range.
  nextPartMs: 60_000,
  // Longer than clients and proxies keep theirs (60 s at most as they come): whoever closes an idle connection first does not
  // lose a request that is just on its way.
  idleMs: 65_000,
  stalledMs: 120_000,
  checkMs: 5_000,
};
