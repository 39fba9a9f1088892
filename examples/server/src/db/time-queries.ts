import type pg from 'pg';
import type { Metrics } from '../metrics/metrics.ts';

type Query = (...args: unknown[]) => unknown;
type Callback = (error: unknown, ...rest: unknown[]) => void;

/** Records the duration of each query of a connection. */
export function timeQueries(client: pg.ClientBase, metrics: Metrics): void {
  const query = client.query.bind(client) as Query;
  const timed: Query = (...args) => {
    const started = performance.now();
    const record = (ok: boolean) => metrics.query(performance.now() - started, ok);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const timedCallback: Callback = (error, ...rest) => {
        record(error === null || error === undefined);
        (callback as Callback)(error, ...rest);
      };
      return query(...args.slice(0, -1), timedCallback);
    }
    const result = query(...args);
    if (result instanceof Promise) {
      result.then(
        () => record(true),
        () => record(false),
      );
    }
    return result;
  };
  client.query = timed as typeof client.query;
}
