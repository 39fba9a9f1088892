// The order in which files are worked on. Pure: it runs nothing itself.

/** A unit of work, as far as its order goes. */
export interface LineJob {
  readonly userId: number;
  /** Whether it needs so much memory that only one such job may run at a time. */
  readonly isHeavy: boolean;
}

export interface FairLineLimits {
  /** Jobs that run at once. */
  readonly atOnce: number;
  /** Jobs of one user that wait. */
  readonly waitingPerUser: number;
  /** Jobs of all users that wait. */
  readonly waiting: number;
}

export interface FairLine<Job extends LineJob> {
  /** Adds a job; false when its user's share of the line, or the line, is full. */
  add(job: Job): boolean;
  /** Takes the next job that may begin now; null when there is none. */
  take(): Job | null;
  /** Notes that a job that was taken has ended. */
  finish(job: Job): void;
  /** Takes all jobs that wait. */
  clear(): Job[];
}

/**
 * Runs one job of a user at a time, and users in turn: a user's turn ends with their job, so that a newcomer waits for
 * one job of each other user at most.
 */
export function createFairLine<Job extends LineJob>(limits: FairLineLimits): FairLine<Job> {
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
