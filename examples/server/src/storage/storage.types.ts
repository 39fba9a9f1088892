// The storage of uploaded files: a folder, or a bucket that several processes share.

/** The first and last byte, inclusive. */
interface StoredRange {
  readonly start: number;
  readonly end: number;
}

/** A stored file with the time of its last change, in milliseconds since the epoch by the clock of the storage. */
interface ListedFile {
  readonly key: string;
  readonly modifiedAt: number;
}

/** Reads a stored file in parts, each on request. */
export interface StoredFileReader {
  /** Returns the next part. Null at the end. Throws if the rest cannot be read. */
  read(): Promise<Uint8Array | null>;
  /** Releases the file or connection. May be called at any time, more than once. */
  close(): void;
}

/** Reads stored files. All methods throw `StorageUnavailableError` if the storage fails. */
export interface ReadableStorage {
  /** Returns the size in bytes without reading the file. Null if it does not exist. */
  stat(key: string): Promise<{ readonly size: number } | null>;
  /** Opens a non-empty range, which must be within the file. Null if the file does not exist. */
  open(key: string, range: StoredRange): Promise<StoredFileReader | null>;
}

/** Stores files by key, for example `chat/0f3a`. Throws a `TypeError` for an unsafe key, see storage-keys.ts. */
export interface FileStorage extends ReadableStorage {
  /** Stores a complete local file or nothing. May move the file instead of copying it. */
  put(key: string, file: { readonly path: string; readonly mime: string }): Promise<void>;
  /** Removes a file. A missing file is no error. */
  delete(key: string): Promise<void>;
  /** Returns the files in one folder, for example `chat`. */
  list(folder: string): AsyncIterable<ListedFile>;
  close(): void;
}
