/** The bytes of each user's files that are being processed, so that parallel posts cannot exceed a limit together. */
const pending = new Map<number, number>();

export interface PendingBytes {
  /** The bytes of this post and of those before it that are not stored yet. */
  readonly total: number;
  /** Call it when the post is stored or has failed. */
  release(): void;
}

/** Counts the files of a post. Read the stored files afterwards: those of an earlier post are in one of the two. */
export function addPendingBytes(userId: number, bytes: number): PendingBytes {
  const total = (pending.get(userId) ?? 0) + bytes;
  pending.set(userId, total);
  return {
    total,
    release() {
      const left = (pending.get(userId) ?? 0) - bytes;
      if (left > 0) pending.set(userId, left);
      else pending.delete(userId);
    },
  };
}
