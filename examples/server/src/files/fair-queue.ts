// Decides the order in which files are processed. Pure.

export interface QueueJob {
  readonly userId: number;
  /** Whether it needs so much memory that only one such job may run at a time. */
  readonly isHeavy: boolean;
}

export interface FairQueueLimits {
  /** Jobs that run at once. */
  readonly atOnce: number;
  /** Jobs of one user that wait. */
  readonly waitingPerUser: number;
  /** Jobs of all users that wait. */
  readonly waiting: number;
}

export interface FairQueue<Job extends QueueJob> {
  /** Adds a job; false when the queue, or its user's share of it, is full. */
  add(job: Job): boolean;
  /** Takes the next job that may start; null when there is none. */
  take(): Job | null;
  /** Marks a taken job as finished. */
  finish(job: Job): void;
  /** Removes and returns all waiting jobs. */
  clear(): Job[];
}

/** Creates a round-robin queue with one running job per user: a new user waits for at most one job of each other user. */
export function createFairQueue<Job extends QueueJob>(limits: FairQueueLimits): FairQueue<Job> {
  /** In the order of the users' turns. */
  const queues = new Map<number, Job[]>();
  const running = new Map<number, Job>();
  let waiting = 0;

  const moveToEnd = (userId: number) => {
    const queue = queues.get(userId);
    if (queue === undefined) return;
    queues.delete(userId);
    queues.set(userId, queue);
  };

  return {
    add(job) {
      const queue = queues.get(job.userId) ?? [];
      if (queue.length >= limits.waitingPerUser || waiting >= limits.waiting) return false;
      queue.push(job);
      queues.set(job.userId, queue);
      waiting += 1;
      return true;
    },
    take() {
      if (running.size >= limits.atOnce) return null;
      const isHeavyRunning = [...running.values()].some(({ isHeavy }) => isHeavy);
      for (const [userId, queue] of queues) {
        const [first] = queue;
        if (first === undefined || running.has(userId) || (first.isHeavy && isHeavyRunning)) continue;
        queue.shift();
        if (queue.length === 0) queues.delete(userId);
        waiting -= 1;
        running.set(userId, first);
        return first;
      }
      return null;
    },
    finish({ userId }) {
      running.delete(userId);
      moveToEnd(userId);
    },
    clear() {
      const jobs = [...queues.values()].flat();
      queues.clear();
      waiting = 0;
      return jobs;
    },
  };
}
