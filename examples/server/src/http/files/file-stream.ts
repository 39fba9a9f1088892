import type { StoredFileReader } from '../../storage/storage.types.ts';

export interface FileStreamOptions {
  /** Closed when the stream ends. */
  readonly reader: StoredFileReader;
  /** The number of bytes that the reader returns. */
  readonly bytes: number;
  /** Time limit in milliseconds for the client to read the next part. */
  readonly nextPartMs: number;
  /** Called once when the stream ends, for any reason. */
  readonly onEnd: () => void;
  /** Closes the connection if the file cannot be sent completely. `stalled`: the client does not read. */
  readonly disconnect: (reason: 'stalled' | 'unreadable') => void;
}

/** Streams a stored file. Reads a part when the client has read the one before it. */
export function streamFile(options: FileStreamOptions): ReadableStream<Uint8Array> {
  const { reader, nextPartMs, onEnd, disconnect } = options;
  let left = options.bytes;
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    reader.close();
    onEnd();
  };
  const fail = (reason: 'stalled' | 'unreadable') => {
    end();
    disconnect(reason);
  };
  const awaitReader = () => {
    timer = setTimeout(() => fail('stalled'), nextPartMs);
    timer.unref();
  };
  return new ReadableStream<Uint8Array>(
    {
      start: awaitReader,
      async pull(controller) {
        clearTimeout(timer);
        const part = await reader.read().catch(() => null);
        if (ended) return;
        // The file was removed or truncated after its size was read, or the storage failed.
        if (part === null) return fail('unreadable');
        left -= part.length;
        controller.enqueue(part);
        if (left > 0) return awaitReader();
        end();
        controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
