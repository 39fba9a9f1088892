import { statfs } from 'node:fs/promises';

/** The bytes on disk of all uploads in progress, of this process. */
export interface UploadSpace {
  /** Begins an upload of an account, whose uploads in progress may have `accountBytes` together. */
  begin(upload: { readonly account: string; readonly accountBytes: number }): Promise<UploadShare>;
}

/** The space that is full: of the account, of all uploads, or on the disk. */
export type FullSpace = 'account' | 'uploads' | 'disk';

export interface UploadShare {
  /** Reserves this many bytes in all before they arrive. Returns null, or the space that is full. */
  reserve(bytes: number): FullSpace | null;
  /** Counts bytes that are about to be written, and reserves them if needed. Returns null, or the space that is full. */
  take(bytes: number): FullSpace | null;
  /** Releases the bytes. */
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
  const byAccount = new Map<string, number>();
  let totalReserved = 0;
  let totalWritten = 0;
  let diskLimit = most;
  return {
    async begin({ account, accountBytes }) {
      const free = await readFree();
      diskLimit = (free + totalWritten) / 2;
      let reserved = 0;
      let written = 0;
      const add = (bytes: number) => {
        reserved += bytes;
        totalReserved += bytes;
        const ofAccount = (byAccount.get(account) ?? 0) + bytes;
        if (ofAccount > 0) byAccount.set(account, ofAccount);
        else byAccount.delete(account);
      };
      const reserve = (bytes: number): FullSpace | null => {
        const more = bytes - reserved;
        if (more <= 0) return null;
        if ((byAccount.get(account) ?? 0) + more > accountBytes) return 'account';
        if (totalReserved + more > most) return 'uploads';
        if (totalReserved + more > diskLimit) return 'disk';
        add(more);
        return null;
      };
      return {
        reserve,
        take(bytes) {
          const full = reserve(written + bytes);
          if (full !== null) return full;
          written += bytes;
          totalWritten += bytes;
          return null;
        },
        end() {
          totalWritten -= written;
          written = 0;
          add(-reserved);
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
