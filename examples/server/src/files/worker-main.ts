// A worker process that reads and decodes uploaded files. A file that takes too much time or memory ends only this process.
// worker-process.ts starts it with its memory limit in bytes as the only argument.
import { constants, setPriority } from 'node:os';
import type { ResultOf, WorkerMessage, WorkerTask } from './worker-messages.ts';

const CHECK_MEMORY_MS = 25;
const memoryBytes = Number(process.argv[2]);

try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Not all systems allow it.
}
// Imported after the priority is set: sharp and libuv start threads on first use, which inherit it.
const modules = Promise.all([import('./inspect-file.ts'), import('./re-encode-image.ts')]);

// Ignores signals to the process group: the server finishes its requests, then ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', async (task: WorkerTask) => {
  send({ state: 'started' });
  // Decoders allocate memory outside of the JavaScript heap, which has its own limit.
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, 'SIGKILL');
  }, CHECK_MEMORY_MS);
  const result = await perform(task);
  clearInterval(watch);
  send({ state: 'done', result, residentBytes: process.memoryUsage.rss() });
});

function send(message: WorkerMessage): void {
  process.send?.(message);
}

async function perform(task: WorkerTask): Promise<ResultOf<WorkerTask> | 'disk-full'> {
  const [{ inspectFile }, { reEncodeImage, reEncodeSquare }] = await modules;
  switch (task.type) {
    case 'inspect':
      return inspectFile(task.path, task.name, task.purpose);
    case 'copy-image':
      return reEncodeImage(task.source, task.target, task.kind);
    case 'square-image':
      return reEncodeSquare(task.source, task.target, task.side);
  }
}
