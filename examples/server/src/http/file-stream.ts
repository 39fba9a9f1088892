import { open } from 'node:fs/promises';
import type { ByteRange } from './byte-range.ts';

/** Bytes read at once. */
const PART_BYTES = 256 * 1024;

export interface FileStreamOptions {
  readonly path: string;
  readonly range: ByteRange;
  /** Time limit in milliseconds for the client to read the next part. */
  readonly nextPartMs: number;
  /** Called once, however the stream ends. */
  readonly onEnd: () => void;
  /** Closes the connection when the file cannot be sent completely. `late`: the client has stopped reading. */
  readonly hangUp: (reason: 'late' | 'unreadable') => void;
}

/** Streams a range of a file. The file is opened per read, so that an abandoned stream keeps no descriptor open. */
export function streamFile(options: FileStreamOptions): ReadableStream<Uint8Array> {
  const { path, range, nextPartMs, onEnd, hangUp } = options;
  let at = range.start;
  let ended = false;
  let late: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    if (ended) return;
    ended = true;
    clearTimeout(late);
    onEnd();
  };
  const fail = (reason: 'late' | 'unreadable') => {
    end();
    hangUp(reason);
  };
  const awaitReader = () => {
    late = setTimeout(() => fail('late'), nextPartMs);
    late.unref();
  };
  return new ReadableStream<Uint8Array>(
    {
      start: awaitReader,
      async pull(controller) {
        clearTimeout(late);
        const part = await readPart(path, at, Math.min(PART_BYTES, range.end - at + 1)).catch(() => null);
        if (ended) return;
        // Removed or cut short since its size was read.
        if (part === null || part.length === 0) return fail('unreadable');
        at += part.length;
        controller.enqueue(part);
        if (at <= range.end) return awaitReader();
        end();
        controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

async function readPart(path: string, position: number, length: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
