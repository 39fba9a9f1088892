// Calls functions of a child process over IPC.
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import cluster from 'node:cluster';
import { once } from 'node:events';

/** Functions that a child process offers, by name; arguments and results are plain data. */
export type Offered = Readonly<Record<string, (argument: never) => unknown>>;

export interface Child<Functions extends Offered> {
  call<Name extends keyof Functions & string>(
    name: Name,
    ...argument: Parameters<Functions[Name]>
  ): Promise<Awaited<ReturnType<Functions[Name]>>>;
  readonly pid: number;
  /** Sends SIGTERM and resolves when the process has ended. */
  stop(): Promise<void>;
}

interface Request {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

interface Response {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** Starts a module as a child process that calls `offer`, by default with the options of this one. */
export function startChild<Functions extends Offered>(
  module: string,
  options: Pick<ForkOptions, 'execArgv' | 'env'> = {},
): Child<Functions> {
  return connect(fork(module, { execArgv: process.execArgv, ...options }), module);
}

/** Starts this module again as a worker of the cluster. */
export function startWorker<Functions extends Offered>(): Child<Functions> {
  return connect(cluster.fork().process, 'The worker');
}

function connect<Functions extends Offered>(child: ChildProcess, module: string): Child<Functions> {
  const open = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let count = 0;
  child.on('message', (message) => {
    const { id, value, error } = message as Response;
    const waiting = open.get(id);
    open.delete(id);
    if (error === undefined) waiting?.resolve(value as never);
    else waiting?.reject(new Error(error));
  });
  child.on('exit', (code) => {
    for (const { reject } of open.values()) reject(new Error(`${module} ended with ${code}.`));
  });
  return {
    pid: child.pid ?? 0,
    call: (name, ...[argument]) =>
      new Promise((resolve, reject) => {
        count += 1;
        open.set(count, { resolve, reject });
        child.send({ id: count, name, argument } satisfies Request);
      }),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Offers functions to the process that started this one. */
export function offer(functions: Offered): void {
  process.on('message', (message) => {
    const { id, name, argument } = message as Request;
    Promise.resolve()
      .then(() => functions[name]?.(argument as never))
      .then(
        (value) => process.send?.({ id, value } satisfies Response),
        (error: unknown) => process.send?.({ id, error: String(error) } satisfies Response),
      );
  });
  process.on('disconnect', () => process.exit());
}
