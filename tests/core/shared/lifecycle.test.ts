import { describe, expect, test } from 'vitest';
import { createLifecycle } from '../../../packages/core/src/shared/lifecycle.ts';

describe('lifecycle', () => {
  test('begins with the first start, ends with the last stop, and can begin again', () => {
    const calls: string[] = [];
    const life = createLifecycle(() => {
      calls.push('begin');
      return [() => calls.push('end')];
    });
    const first = life.start();
    const second = life.start();
    first();
    first();
    expect(calls).toEqual(['begin']);
    second();
    expect(calls).toEqual(['begin', 'end']);
    life.start()();
    expect(calls).toEqual(['begin', 'end', 'begin', 'end']);
  });

  test('destroy ends it at once, and earlier stop functions have no effect on a new start', () => {
    const calls: string[] = [];
    const life = createLifecycle(() => {
      calls.push('begin');
      return [() => calls.push('end')];
    });
    const stale = life.start();
    life.destroy();
    life.start();
    stale();
    expect(calls).toEqual(['begin', 'end', 'begin']);
  });
});
