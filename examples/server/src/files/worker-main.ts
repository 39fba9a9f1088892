// A worker process that reads and decodes uploaded files, so that a file that takes too much time or memory ends only this
// process. Started by worker-process.ts with its memory limit in bytes as the only argument.
import { constants, setPriority } from 'node:os';
import type { ResultOf, WorkerMessage, WorkerTask } from './worker-messages.ts';

const WATCH_MS = 25;
const memoryBytes = Number(process.argv[2]);

try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Not every system lets a process change it.
}
// After the priority is set: threads inherit it, and sharp and libuv start theirs on first use.
const work = Promise.all([import('./inspect-file.ts'), import('./re-encode-image.ts')]);

// The server handles signals to the process group: it finishes its requests first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', async (task: WorkerTask) => {
  send({ state: 'begun' });
  // Decoders run on other threads; the heap limit covers this one.
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, 'SIGKILL');
  }, WATCH_MS);
  const result = await perform(task);
  clearInterval(watch);
  send({ state: 'done', result, residentBytes: process.memoryUsage.rss() });
});

function send(message: WorkerMessage): void {
  process.send?.(message);
}

async function perform(task: WorkerTask): Promise<ResultOf<WorkerTask>> {
  const [{ inspectFile }, { reEncodeImage, reEncodeSquare }] = await work;
  switch (task.type) {
    case 'inspect':
      return inspectFile(task.path, task.name, task.purpose);
    case 'copy-image':
      return reEncodeImage(task.source, task.target, task.kind);
    case 'square-image':
      return reEncodeSquare(task.source, task.target, task.side);
  }
}
