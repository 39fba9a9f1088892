// Loads messages that were missed while the socket was not connected.
import type { ApiResponse } from '../../api-client/index.ts';
import { chatRetry } from '../retry.ts';
import { singleFlight } from '../single-flight.ts';
import type { ThreadHost } from './host.ts';
import type { PageReader } from './page-reader.ts';
import { maxPages, type Revalidation } from './revalidation.ts';
import type { Thread } from './types.ts';

export interface CatchUpOptions {
  readonly host: Pick<ThreadHost, 'connection' | 'scheduler'>;
  readonly rows: Thread;
  readonly pages: PageReader;
  readonly revalidation: Revalidation;
  /** Whether the chat is open in a view. */
  readonly isOpen: () => boolean;
  /** The thread is up to date. */
  readonly onComplete: () => void;
}

export interface CatchUp {
  /** Whether no message can be missing: loaded under the present connection, without gaps. */
  isComplete(): boolean;
  isPending(): boolean;
  /** Everything was loaded while `connection` was open; 0 when messages may be missing. */
  setComplete(connection: number): void;
  /** Fills gaps, the newest first. After `most` pages, the messages before the gap are dropped. */
  fillGaps(most: number): Promise<'filled' | 'refused' | 'unreachable'>;
  /** Reads newer messages. Returns whether the server has answered. */
  run(): Promise<boolean>;
  /** Runs until the server has answered. */
  resume(): void;
}

/** Whether a retry would fail in the same way. */
const isFinal = (response: ApiResponse<unknown>): boolean =>
  response.kind === 'http' && response.status < 500;

export function createCatchUp(options: CatchUpOptions): CatchUp {
  const { host, rows, pages, revalidation } = options;
  let completeUnder = 0;
  let wasComplete = false;

  const isComplete = (): boolean => completeUnder !== 0 && completeUnder === host.connection();

  function setComplete(connection: number): void {
    completeUnder = connection;
    wasComplete ||= connection !== 0;
  }

  async function fillGaps(most: number): Promise<'filled' | 'refused' | 'unreachable'> {
    for (let count = 0; ; count += 1) {
      const gap = rows.gapBefore;
      if (gap === null) return 'filled';
      if (count === most) {
        rows.dropBefore(gap);
        return 'filled';
      }
      const response = await pages.read({ before: gap });
      if (!response.ok) return isFinal(response) ? 'refused' : 'unreachable';
    }
  }

  async function catchUp(): Promise<boolean> {
    const connection = host.connection();
    // Until the first connection no events were received: only the newest page shows new and changed messages.
    const response = await pages.read(wasComplete ? { after: rows.breakAt ?? rows.newestId() ?? -1 } : {});
    if (!response.ok) return isFinal(response);
    const filled = await fillGaps(maxPages);
    if (filled !== 'filled') return filled === 'refused';
    await revalidation.refresh();
    setComplete(connection);
    options.onComplete();
    return host.connection() === 0 || host.connection() === connection ? true : catchUp();
  }

  const { run, isPending } = singleFlight(catchUp);

  function resume(): void {
    void run().then((isDone) => {
      if (isDone) return;
      host.scheduler.after(chatRetry.firstMs, () => {
        if (options.isOpen() && host.connection() !== 0 && !isComplete()) resume();
      });
    });
  }

  return { isComplete, isPending, setComplete, fillGaps, run, resume };
}
