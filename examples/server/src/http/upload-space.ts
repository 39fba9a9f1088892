import { statfs } from 'node:fs/promises';

/** The bytes on disk of all uploads in progress, of this process. */
export interface UploadSpace {
  /** Begins an upload. */
  begin(): Promise<UploadShare>;
}

export interface UploadShare {
  /** Returns whether there is space for further bytes, and counts them. */
  take(bytes: number): boolean;
  /** Gives the bytes back. */
  end(): void;
}

interface UploadSpaceOptions {
  /** Maximum number of bytes of all uploads. Default 4 GiB. */
  readonly most?: number;
  /** Returns the free bytes of the disk. */
  readonly readFree?: () => Promise<number>;
}

const MOST_BYTES = 4 * 1024 ** 3;

/** Limits the uploads in a folder to `most` bytes, and to half of the disk's free space, as a database may be on it. */
export function createUploadSpace(folder: string, options: UploadSpaceOptions = {}): UploadSpace {
  const { most = MOST_BYTES, readFree = () => readFreeBytes(folder) } = options;
  let totalReserved = 0;
  let limit = most;
  return {
    async begin() {
      const free = await readFree();
      limit = Math.min(most, (free + totalReserved) / 2);
      let reserved = 0;
      return {
        take(bytes) {
          if (totalReserved + bytes > limit) return false;
          reserved += bytes;
          totalReserved += bytes;
          return true;
        },
        end() {
          totalReserved -= reserved;
          reserved = 0;
        },
      };
    },
  };
}

/** Without the folder the space is unknown: a text can be posted, and writing a file says what is wrong. */
async function readFreeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
