/** Timeouts of requests and connections in milliseconds. */
export interface Timeouts {
  /** For a request's headers. */
  readonly headersMs: number;
  /** For a small body: JSON or a webhook. */
  readonly smallBodyMs: number;
  /** For a whole request, including its files. */
  readonly requestMs: number;
  /** For a client to read the response of a call. */
  readonly responseMs: number;
  /** For a client to read the next part of a file, 256 KiB. */
  readonly nextPartMs: number;
  /** For the next request on an idle connection. */
  readonly idleMs: number;
  /** For a connection without traffic, for example of a client that does not read. */
  readonly stalledMs: number;
  /** Interval at which Node checks `headersMs` and `requestMs`. */
  readonly checkMs: number;
}

/** The defaults. They limit clients that send or read slowly (ASVS 15.2.2). */
export const defaultTimeouts: Timeouts = {
  headersMs: 15_000,
  // Enough for the largest body, 1 MiB, at 300 kbit/s.
  smallBodyMs: 30_000,
  // Enough for the largest upload, 120 MiB, at 1.7 Mbit/s.
  requestMs: 600_000,
  // Enough for the largest compressed response, 1.5 MB, at 40 kbit/s.
  responseMs: 300_000,
  // Enough for a part at 35 kbit/s. A browser with a paused video resumes with a range.
  nextPartMs: 60_000,
  // Longer than the default of clients and proxies (60 s): if the server closed first, a request could be lost.
  idleMs: 65_000,
  stalledMs: 120_000,
  checkMs: 5_000,
};
