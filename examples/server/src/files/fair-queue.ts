// The order in which files are processed.

export interface QueueJob {
  readonly userId: number;
  /** Whether it needs much memory. Heavy jobs run one at a time. */
  readonly isHeavy: boolean;
}

export interface FairQueueLimits {
  /** Maximum number of running jobs. */
  readonly concurrency: number;
  /** Maximum number of queued jobs of one user. */
  readonly queuedPerUser: number;
  /** Maximum number of queued jobs. */
  readonly queued: number;
}

export interface FairQueue<Job extends QueueJob> {
  /** Adds a job. Returns false if the queue, or the user's share of it, is full. */
  add(job: Job): boolean;
  /** Removes and returns the next job that may start, or null. */
  next(): Job | null;
  /** Marks a job that `next` returned as finished. */
  finish(job: Job): void;
  /** Removes and returns all queued jobs. */
  clear(): Job[];
}

/** Creates a round-robin queue with one running job per user. */
export function createFairQueue<Job extends QueueJob>(limits: FairQueueLimits): FairQueue<Job> {
  /** By user, in the order of their turns. */
  const queues = new Map<number, Job[]>();
  const running = new Map<number, Job>();
  let queued = 0;

  return {
    add(job) {
      const queue = queues.get(job.userId) ?? [];
      if (queue.length >= limits.queuedPerUser || queued >= limits.queued) return false;
      queue.push(job);
      queues.set(job.userId, queue);
      queued += 1;
      return true;
    },
    next() {
      if (running.size >= limits.concurrency) return null;
      const isHeavyRunning = [...running.values()].some(({ isHeavy }) => isHeavy);
      for (const [userId, queue] of queues) {
        const [first] = queue;
        if (first === undefined || running.has(userId) || (first.isHeavy && isHeavyRunning)) continue;
        queue.shift();
        if (queue.length === 0) queues.delete(userId);
        queued -= 1;
        running.set(userId, first);
        return first;
      }
      return null;
    },
    finish({ userId }) {
      running.delete(userId);
      const queue = queues.get(userId);
      if (queue === undefined) return;
      // The user's next turn is after all others.
      queues.delete(userId);
      queues.set(userId, queue);
    },
    clear() {
      const jobs = [...queues.values()].flat();
      queues.clear();
      queued = 0;
      return jobs;
    },
  };
}
