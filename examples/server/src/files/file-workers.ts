import { HttpError } from '../http/http-error.ts';
import type { Logger } from '../log.ts';
import { createFairQueue, type FairQueueLimits, type QueueJob } from './fair-queue.ts';
import type { ResultOf, WorkerTask } from './worker-messages.ts';
import { startWorkerProcess, WorkerLostError, type WorkerProcess } from './worker-process.ts';

/** Worker processes that read and decode uploaded files. */
export interface FileWorkers {
  /**
   * Runs a task, one per user at a time, users in turn. 'failed' when the file exceeded the time or memory limit, or
   * crashed the process. Throws 429 when too many tasks wait, 503 when no process can start.
   */
  run<Task extends WorkerTask>(
    userId: number,
    task: Task,
    options?: { readonly isHeavy?: boolean },
  ): Promise<ResultOf<Task> | 'failed'>;
  /** Ends the processes; waiting tasks throw 503. */
  close(): Promise<void>;
}

export interface FileWorkerLimits extends FairQueueLimits {
  /** Time limit of an inspection, including the start of a process, in milliseconds. */
  readonly inspectMs: number;
  /** Time limit of re-encoding an image, including the start of a process, in milliseconds. */
  readonly decodeMs: number;
  /** An idle process ends after this many milliseconds. */
  readonly idleMs: number;
  /** A process with more memory is ended during its task. */
  readonly memoryBytes: number;
  /** A process with more memory after a task is ended. */
  readonly restBytes: number;
}

const MIB = 1024 * 1024;

const defaultFileWorkerLimits: FileWorkerLimits = {
  atOnce: 2,
  waitingPerUser: 8,
  waiting: 100,
  inspectMs: 10_000,
  decodeMs: 20_000,
  idleMs: 30_000,
  // The maximum of image-cost.ts, plus a quarter, plus the process itself.
  memoryBytes: 336 * MIB,
  restBytes: 160 * MIB,
};

/** Seconds. */
const RETRY_AFTER = 10;
/** A process may have ended before the task, so it is tried twice. */
const ATTEMPTS = 2;

interface Job extends QueueJob {
  readonly task: WorkerTask;
  readonly resolve: (result: ResultOf<WorkerTask> | 'failed') => void;
  readonly reject: (error: unknown) => void;
}

export function createFileWorkers(log: Logger, changes: Partial<FileWorkerLimits> = {}): FileWorkers {
  const limits = { ...defaultFileWorkerLimits, ...changes };
  const line = createFairQueue<Job>(limits);
  const running = new Set<WorkerProcess>();
  const idle = new Map<WorkerProcess, ReturnType<typeof setTimeout>>();
  let isClosed = false;

  function takeProcess(): WorkerProcess {
    for (const [process, timer] of idle) {
      clearTimeout(timer);
      idle.delete(process);
      if (process.isRunning) return process;
    }
    const process = startWorkerProcess(limits.memoryBytes);
    log.info('file-worker-started', { pid: process.pid });
    return process;
  }

  async function putBack(process: WorkerProcess, residentBytes: number): Promise<void> {
    if (isClosed || residentBytes > limits.restBytes) return process.end();
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
      const process = takeProcess();
      running.add(process);
      log.debug('file-task', { pid: process.pid, task: task.type, userId, attempt });
      try {
        const { result, residentBytes } = await process.run(task, withinMs);
        await putBack(process, residentBytes);
        return result;
      } catch (error) {
        if (!(error instanceof WorkerLostError)) throw error;
        const { reason, hasBegun } = error;
        log.warn('file-worker-lost', { pid: process.pid, task: task.type, userId, reason, hasBegun });
        if (!isClosed && (hasBegun || reason === 'late')) return 'failed';
      } finally {
        running.delete(process);
      }
    }
    throw unavailable();
  }

  function advance(): void {
    for (let job = line.take(); job !== null; job = line.take()) void settle(job);
  }

  async function settle(job: Job): Promise<void> {
    try {
      job.resolve(await perform(job));
    } catch (error) {
      job.reject(error);
    } finally {
      line.finish(job);
      advance();
    }
  }

  return {
    run: <Task extends WorkerTask>(userId: number, task: Task, { isHeavy = false } = {}) =>
      new Promise<ResultOf<Task> | 'failed'>((resolve, reject) => {
        if (isClosed) throw unavailable();
        const job: Job = { userId, isHeavy, task, resolve: resolve as Job['resolve'], reject };
        if (!line.add(job)) throw tooManyFiles();
        advance();
      }),
    async close() {
      isClosed = true;
      for (const { reject } of line.clear()) reject(unavailable());
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
  return new HttpError(503, 'Files cannot be checked at the moment. Please try again later.', {
    retryAfter: RETRY_AFTER,
  });
}
