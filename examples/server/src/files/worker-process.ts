import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WorkerMessage, WorkerTask } from './worker-messages.ts';

/** The process ended before it answered. */
export class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError';
  /** `late`: it was ended because its task took too long. */
  readonly reason: 'late' | 'ended';
  /** Whether it had begun the task. */
  readonly hasBegun: boolean;

  constructor(reason: 'late' | 'ended', hasBegun: boolean) {
    super(`A worker process was lost (${reason}).`);
    this.reason = reason;
    this.hasBegun = hasBegun;
  }
}

type WorkerResult = Extract<WorkerMessage, { readonly state: 'done' }>;

/** A process that works on one file at a time. */
export interface WorkerProcess {
  /** Undefined when the process could not be started. */
  readonly pid: number | undefined;
  readonly isRunning: boolean;
  /** Runs a task. Rejects with {@link WorkerLostError}; after `withinMs` milliseconds the process is ended. */
  run(task: WorkerTask, withinMs: number): Promise<WorkerResult>;
  /** Ends the process. Resolves when it has ended. */
  end(): Promise<void>;
}

const main = fileURLToPath(new URL('./worker-main.ts', import.meta.url));
/** Heap limit; decoders allocate outside of the heap. */
const HEAP_MIB = 96;
/** Environment variables that are passed on; no secrets. */
const inherited = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'LD_LIBRARY_PATH'];

/** Starts a process. It ends itself when its memory exceeds `memoryBytes` or this process has ended. */
export function startWorkerProcess(memoryBytes: number): WorkerProcess {
  const child = fork(main, [String(memoryBytes)], {
    execArgv: [`--max-old-space-size=${HEAP_MIB}`],
    env: Object.fromEntries(inherited.map((name) => [name, process.env[name]])),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let isRunning = true;
  let onEnd: (() => void) | undefined;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isRunning = false;
      onEnd?.();
      resolve();
    };
    child.once('exit', end);
    // A process that could not be started has no exit.
    child.on('error', () => {
      if (child.pid === undefined) end();
    });
  });
  return {
    pid: child.pid,
    get isRunning() {
      return isRunning;
    },
    run: (task, withinMs) =>
      new Promise((resolve, reject) => {
        let reason: WorkerLostError['reason'] = 'ended';
        let hasBegun = false;
        const late = setTimeout(() => {
          reason = 'late';
          child.kill('SIGKILL');
        }, withinMs);
        const settle = () => {
          clearTimeout(late);
          child.off('message', onMessage);
          onEnd = undefined;
        };
        const onMessage = (message: WorkerMessage) => {
          if (message.state === 'begun') {
            hasBegun = true;
            return;
          }
          settle();
          resolve(message);
        };
        onEnd = () => {
          settle();
          reject(new WorkerLostError(reason, hasBegun));
        };
        child.on('message', onMessage);
        if (!isRunning) onEnd();
        // A process that cannot receive messages is about to end.
        else if (child.connected) child.send(task, () => undefined);
      }),
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
