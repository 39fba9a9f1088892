import { HttpError } from '../http/http-error.ts';
import type { Logger } from '../log.ts';
import { diskFull, StorageUnavailableError } from '../storage/storage-error.ts';
import { createFairQueue, type FairQueueLimits, type QueueJob } from './fair-queue.ts';
import type { ResultOf, WorkerTask } from './worker-messages.ts';
import { startWorkerProcess, WorkerLostError, type WorkerProcess } from './worker-process.ts';

/** Worker processes that read and decode uploaded files. */
export interface FileWorkers {
  /**
   * Runs a task. Each user has one running task; users take turns, and paying users have a share of their own. Resolves with 'failed' if the file exceeds the time or
   * memory limit or crashes the process. Throws 429 if too many tasks are queued, 503 if no process can start, 507 if the
   * disk has no space for the result.
   */
  run<Task extends WorkerTask>(
    userId: number,
    task: Task,
    options?: TaskOptions,
  ): Promise<ResultOf<Task> | 'failed'>;
  /** Ends the processes. Queued tasks throw 503. */
  close(): Promise<void>;
}

interface TaskOptions {
  /** See {@link QueueJob}. Default: false. */
  readonly isHeavy?: boolean;
  /** See {@link QueueJob}. Default: false. */
  readonly hasPriority?: boolean;
}

export interface FileWorkerLimits extends FairQueueLimits {
  /** Time limit of an inspection, including the start of a process, in milliseconds. */
  readonly inspectMs: number;
  /** Time limit of re-encoding an image, including the start of a process, in milliseconds. */
  readonly decodeMs: number;
  /** An idle process ends after this many milliseconds. */
  readonly idleMs: number;
  /** A process that uses more memory during a task is ended. */
  readonly memoryBytes: number;
  /** A process that uses more memory after a task is ended. */
  readonly idleBytes: number;
}

const MIB = 1024 * 1024;

const defaultFileWorkerLimits: FileWorkerLimits = {
  concurrency: 2,
  queuedPerUser: 8,
  queued: 100,
  inspectMs: 10_000,
  decodeMs: 20_000,
  idleMs: 30_000,
  // The maximum of image-cost.ts, plus a quarter, plus the process itself.
  memoryBytes: 656 * MIB,
  idleBytes: 160 * MIB,
};

/** Seconds. */
const RETRY_AFTER = 10;
/** Twice, as a process may end before it receives the task. */
const ATTEMPTS = 2;

interface Job extends QueueJob {
  readonly task: WorkerTask;
  readonly resolve: (result: ResultOf<WorkerTask> | 'failed') => void;
  readonly reject: (error: unknown) => void;
}

export function createFileWorkers(log: Logger, changes: Partial<FileWorkerLimits> = {}): FileWorkers {
  const limits = { ...defaultFileWorkerLimits, ...changes };
  const queue = createFairQueue<Job>(limits);
  const running = new Set<WorkerProcess>();
  const idle = new Map<WorkerProcess, ReturnType<typeof setTimeout>>();
  let isClosed = false;

  function acquire(): WorkerProcess {
    for (const [process, timer] of idle) {
      clearTimeout(timer);
      idle.delete(process);
      if (process.isRunning) return process;
    }
    const process = startWorkerProcess(limits.memoryBytes);
    log.info('file-worker-started', { pid: process.pid });
    return process;
  }

  async function release(process: WorkerProcess, residentBytes: number): Promise<void> {
    if (isClosed || residentBytes > limits.idleBytes) return process.end();
    const timer = setTimeout(() => {
      idle.delete(process);
      void process.end();
    }, limits.idleMs);
    timer.unref();
    idle.set(process, timer);
  }

  async function perform({ userId, task }: Job): Promise<ResultOf<WorkerTask> | 'failed'> {
    const withinMs = task.type === 'inspect' ? limits.inspectMs : limits.decodeMs;
    for (let attempt = 1; attempt <= ATTEMPTS && !isClosed; attempt += 1) {
      const process = acquire();
      running.add(process);
      log.debug('file-task', { pid: process.pid, task: task.type, userId, attempt });
      try {
        const { result, residentBytes } = await process.run(task, withinMs);
        await release(process, residentBytes);
        if (result === 'disk-full') throw new StorageUnavailableError('write an image', diskFull);
        return result;
      } catch (error) {
        if (!(error instanceof WorkerLostError)) throw error;
        const { reason, hasStarted } = error;
        log.warn('file-worker-lost', { pid: process.pid, task: task.type, userId, reason, hasStarted });
        if (!isClosed && (hasStarted || reason === 'timeout')) return 'failed';
      } finally {
        running.delete(process);
      }
    }
    throw unavailable();
  }

  function advance(): void {
    for (let job = queue.next(); job !== null; job = queue.next()) void settle(job);
  }

  async function settle(job: Job): Promise<void> {
    try {
      job.resolve(await perform(job));
    } catch (error) {
      job.reject(error);
    } finally {
      queue.finish(job);
      advance();
    }
  }

  return {
    run: <Task extends WorkerTask>(
      userId: number,
      task: Task,
      { isHeavy = false, hasPriority = false } = {},
    ) =>
      new Promise<ResultOf<Task> | 'failed'>((resolve, reject) => {
        if (isClosed) throw unavailable();
        const job: Job = { userId, isHeavy, hasPriority, task, resolve: resolve as Job['resolve'], reject };
        const added = queue.add(job);
        if (added === false) throw tooManyFiles();
        if (added !== true) added.reject(tooManyFiles());
        advance();
      }),
    async close() {
      isClosed = true;
      for (const { reject } of queue.clear()) reject(unavailable());
      for (const timer of idle.values()) clearTimeout(timer);
      await Promise.all([...idle.keys(), ...running].map((process) => process.end()));
    },
  };
}

function tooManyFiles(): HttpError {
  return new HttpError(429, 'Too many files are being processed. Please wait a moment and try again.', {
    retryAfter: RETRY_AFTER,
  });
}

function unavailable(): HttpError {
  return new HttpError(503, 'Files cannot be processed right now. Please try again later.', {
    retryAfter: RETRY_AFTER,
  });
}
