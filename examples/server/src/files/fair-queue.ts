// The order in which files are processed.

export interface QueueJob {
  readonly userId: number;
  /** Whether it needs much memory. Heavy jobs run one at a time. */
  readonly isHeavy: boolean;
  /** Whether the user pays: the job always gets a place within the user's own share, and one slot prefers such jobs. */
  readonly hasPriority: boolean;
}

export interface FairQueueLimits {
  /** Maximum number of running jobs. */
  readonly concurrency: number;
  /** Maximum number of queued jobs of one user. */
  readonly queuedPerUser: number;
  /** Maximum number of queued jobs without priority. */
  readonly queued: number;
}

export interface FairQueue<Job extends QueueJob> {
  /**
   * Adds a job. Returns false if the user's share or the queue is full. A user with few jobs gets a place in a full queue:
   * then returns the newest job of the user with the most, which has lost its place.
   */
  add(job: Job): boolean | Job;
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
  /** Number of queued jobs without priority. */
  let queued = 0;

  function remove(queue: Job[], index: number): Job | undefined {
    const [job] = queue.splice(index, 1);
    if (job === undefined) return undefined;
    if (queue.length === 0) queues.delete(job.userId);
    if (!job.hasPriority) queued -= 1;
    return job;
  }

  /** Removes and returns the newest job of the longest queue, if that has at least two jobs more than `length`. */
  function displace(length: number): Job | undefined {
    const isDisplaceable = (job: Job) => !job.hasPriority;
    let longest: { readonly queue: Job[]; readonly count: number } | undefined;
    for (const queue of queues.values()) {
      const count = queue.filter(isDisplaceable).length;
      if (count > (longest?.count ?? length + 1)) longest = { queue, count };
    }
    return longest && remove(longest.queue, longest.queue.findLastIndex(isDisplaceable));
  }

  function start(isWanted: (job: Job) => boolean): Job | null {
    for (const [userId, queue] of queues) {
      const [first] = queue;
      if (first === undefined || running.has(userId) || !isWanted(first)) continue;
      remove(queue, 0);
      running.set(userId, first);
      return first;
    }
    return null;
  }

  return {
    add(job) {
      const length = queues.get(job.userId)?.length ?? 0;
      if (length >= limits.queuedPerUser) return false;
      const isFull = !job.hasPriority && queued >= limits.queued;
      const displaced = isFull ? displace(length) : undefined;
      if (isFull && displaced === undefined) return false;
      const queue = queues.get(job.userId) ?? [];
      queue.push(job);
      queues.set(job.userId, queue);
      if (!job.hasPriority) queued += 1;
      return displaced ?? true;
    },
    next() {
      if (running.size >= limits.concurrency) return null;
      const jobs = [...running.values()];
      const isHeavyRunning = jobs.some(({ isHeavy }) => isHeavy);
      const canStart = ({ isHeavy }: Job) => !(isHeavy && isHeavyRunning);
      const preferred = jobs.some(({ hasPriority }) => hasPriority)
        ? null
        : start((job) => job.hasPriority && canStart(job));
      return preferred ?? start(canStart);
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
