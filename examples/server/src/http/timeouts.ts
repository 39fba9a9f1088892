/** Timeouts of requests and connections in milliseconds. */
export interface Timeouts {
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
  /** For a connection without traffic, for example of a client that does not read. */
  readonly stalledMs: number;
  /** Interval of the checks. */
  readonly checkMs: number;
}

/** Against clients that send or read slowly (ASVS 15.2.2). */
export const defaultTimeouts: Timeouts = {
  headersMs: 15_000,
  // The largest, 1 MiB, at 300 kbit/s.
  smallBodyMs: 30_000,
  // The largest upload, 120 MiB, at 1.7 Mbit/s.
  requestMs: 600_000,
  // A part at 35 kbit/s. A browser with a paused video resumes with a range.
  nextPartMs: 60_000,
  // Longer than the default of clients and proxies (60 s), so that they close idle connections first and lose no request.
  idleMs: 65_000,
  stalledMs: 120_000,
  checkMs: 5_000,
};
