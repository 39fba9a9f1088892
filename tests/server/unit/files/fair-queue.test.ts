import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFairQueue, type FairQueue } from '../../../../examples/server/src/files/fair-queue.ts';

interface Job {
  readonly userId: number;
  readonly isHeavy: boolean;
  readonly hasPriority: boolean;
  readonly name: string;
}

const limits = { concurrency: 2, queuedPerUser: 3, queued: 6 };
const open = () => createFairQueue<Job>(limits);
const job = (userId: number, name = `${userId}`, isHeavy = false): Job => ({
  userId,
  name,
  isHeavy,
  hasPriority: false,
});
const paid = (userId: number, name = `${userId}`): Job => ({ ...job(userId, name), hasPriority: true });
const names = (line: FairQueue<Job>) => {
  const started: string[] = [];
  for (let next = line.next(); next !== null; next = line.next()) started.push(next.name);
  return started;
};

describe('the fair queue', () => {
  test('runs as many jobs at once as its limit, of different users', () => {
    const line = open();
    for (const userId of [1, 2, 3]) line.add(job(userId));
    expect(names(line)).toEqual(['1', '2']);
  });

  test('runs one job of a user at a time, although there is room', () => {
    const line = open();
    const first = job(1, 'a');
    line.add(first);
    line.add(job(1, 'b'));
    expect(names(line)).toEqual(['a']);
    line.finish(first);
    expect(names(line)).toEqual(['b']);
  });

  test('starts the job of the user who has waited longest when a slot is free', () => {
    const line = open();
    const [a1, b1] = [job(1, 'a1'), job(2, 'b1')];
    for (const added of [a1, job(1, 'a2'), b1, job(2, 'b2')]) line.add(added);
    expect(names(line)).toEqual(['a1', 'b1']);
    line.add(job(3, 'c'));
    line.finish(a1);
    expect(names(line)).toEqual(['c']);
    line.finish(b1);
    expect(names(line)).toEqual(['a2']);
  });

  test('runs one heavy job at a time, and light ones in parallel', () => {
    const line = open();
    const heavy = job(1, 'heavy', true);
    for (const added of [heavy, job(2, 'also heavy', true), job(3, 'light')]) line.add(added);
    expect(names(line)).toEqual(['heavy', 'light']);
    line.finish(heavy);
    expect(names(line)).toEqual(['also heavy']);
  });

  test('rejects a job beyond the limit of its user', () => {
    const line = open();
    expect([1, 2, 3, 4].map(() => line.add(job(1)))).toEqual([true, true, true, false]);
    expect([2, 2, 2, 2].map((userId) => line.add(job(userId)))).toEqual([true, true, true, false]);
    expect(names(line)).toEqual(['1', '2']);
    expect(line.add(job(4))).toBe(true);
  });

  test('gives a user with fewer jobs a place in a full queue: the newest job of the user with the most', () => {
    const line = open();
    for (const name of ['1a', '1b', '1c']) line.add(job(1, name));
    for (const name of ['2a', '2b', '2c']) line.add(job(2, name));
    expect(line.add(job(3))).toMatchObject({ name: '1c' });
    expect(line.add(job(4))).toMatchObject({ name: '2c' });
    expect(line.add(job(5))).toMatchObject({ name: '1b' });
    expect(line.add(job(6))).toMatchObject({ name: '2b' });
    // All have one.
    expect(line.add(job(7))).toBe(false);
  });

  test('gives a paying user a place in a full queue, up to the own limit, and keeps it', () => {
    const line = open();
    for (const userId of [1, 1, 2, 2, 3, 3]) line.add(job(userId));
    expect([1, 2, 3, 4].map(() => line.add(paid(9)))).toEqual([true, true, true, false]);
    for (const userId of [4, 5, 6]) line.add(job(userId));
    expect(line.clear().filter(({ userId }) => userId === 9)).toHaveLength(3);
  });

  test('starts the job of a paying user next unless another one runs', () => {
    const line = open();
    const [free, first] = [job(1), paid(8)];
    for (const added of [free, job(2), first, paid(9)]) line.add(added);
    expect(names(line)).toEqual(['8', '1']);
    line.finish(free);
    expect(names(line)).toEqual(['2']);
    line.finish(first);
    expect(names(line)).toEqual(['9']);
  });

  test('returns the waiting jobs when it is cleared', () => {
    const line = open();
    for (const userId of [1, 2, 3, 4]) line.add(job(userId));
    names(line);
    expect(line.clear().map(({ name }) => name)).toEqual(['3', '4']);
    expect(line.clear()).toEqual([]);
  });

  test('property: starts at most one job of each other user before the job of a new user', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 40 }), (added) => {
        const line = createFairQueue<Job>({ concurrency: 2, queuedPerUser: 50, queued: 100 });
        const running: Job[] = [];
        const begin = () => {
          const started: Job[] = [];
          for (let next = line.next(); next !== null; next = line.next()) started.push(next);
          running.push(...started);
          return started;
        };
        for (const userId of added) line.add(job(userId));
        begin();
        line.add(job(9));
        const begunSince = begin();
        while (!begunSince.some(({ userId }) => userId === 9)) {
          line.finish(running.shift() as Job);
          begunSince.push(...begin());
        }
        const others = begunSince.map(({ userId }) => userId);
        expect(new Set(others).size).toBe(others.length);
      }),
    );
  });

  test('property: runs every job once and within the limits for any order of completion', () => {
    const jobs = fc.array(
      fc.record({
        userId: fc.integer({ min: 1, max: 4 }),
        isHeavy: fc.boolean(),
        hasPriority: fc.boolean(),
      }),
      {
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(jobs, fc.infiniteStream(fc.nat(1)), (added, ends) => {
        const line = createFairQueue<Job>({ concurrency: 2, queuedPerUser: 50, queued: 100 });
        for (const [index, kind] of added.entries()) line.add({ ...kind, name: `${index}` });
        const running: Job[] = [];
        const done: string[] = [];
        for (;;) {
          for (let next = line.next(); next !== null; next = line.next()) running.push(next);
          expect(running.length).toBeLessThanOrEqual(2);
          expect(new Set(running.map(({ userId }) => userId)).size).toBe(running.length);
          expect(running.filter(({ isHeavy }) => isHeavy).length).toBeLessThanOrEqual(1);
          if (running.length === 0) break;
          const [ended] = running.splice(ends.next().value % running.length, 1);
          line.finish(ended as Job);
          done.push(ended?.name ?? '');
        }
        expect(done.toSorted()).toEqual(added.map((_, index) => `${index}`).toSorted());
      }),
    );
  });
});
