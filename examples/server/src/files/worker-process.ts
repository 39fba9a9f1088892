import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WorkerMessage, WorkerTask } from './worker-messages.ts';

/** The process ended before it returned a result. */
export class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError';
  /** `timeout`: the process was ended because its task took too long. */
  readonly reason: 'timeout' | 'ended';
  /** Whether the process had started the task. */
  readonly hasStarted: boolean;

  constructor(reason: WorkerLostError['reason'], hasStarted: boolean) {
    super(`A worker process was lost (${reason}).`);
    this.reason = reason;
    this.hasStarted = hasStarted;
  }
}

type WorkerResult = Extract<WorkerMessage, { readonly state: 'done' }>;

/** A process that works on one file at a time. */
export interface WorkerProcess {
  /** Undefined if the process could not be started. */
  readonly pid: number | undefined;
  readonly isRunning: boolean;
  /** Runs a task. Ends the process after `timeoutMs` milliseconds. Rejects with {@link WorkerLostError}. */
  run(task: WorkerTask, timeoutMs: number): Promise<WorkerResult>;
  /** Ends the process. Resolves when it has ended. */
  end(): Promise<void>;
}

const main = fileURLToPath(new URL('./worker-main.ts', import.meta.url));
/** Limit of the JavaScript heap. Decoders allocate outside of it. */
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
    // A process that could not be started emits no `exit`.
    child.on('error', () => {
      if (child.pid === undefined) end();
    });
  });
  return {
    pid: child.pid,
    get isRunning() {
      return isRunning;
    },
    run: (task, timeoutMs) =>
      new Promise((resolve, reject) => {
        let reason: WorkerLostError['reason'] = 'ended';
        let hasStarted = false;
        const timer = setTimeout(() => {
          reason = 'timeout';
          child.kill('SIGKILL');
        }, timeoutMs);
        const settle = () => {
          clearTimeout(timer);
          child.off('message', onMessage);
          onEnd = undefined;
        };
        const onMessage = (message: WorkerMessage) => {
          if (message.state === 'started') {
            hasStarted = true;
            return;
          }
          settle();
          resolve(message);
        };
        onEnd = () => {
          settle();
          reject(new WorkerLostError(reason, hasStarted));
        };
        child.on('message', onMessage);
        if (!isRunning) onEnd();
        // A process that is not connected is about to end.
        else if (child.connected) child.send(task, () => undefined);
      }),
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
