import { describe, expect, test } from 'vitest';
import { createEmitter } from '../../../packages/core/src/shared/emitter.ts';
import { isJsonEqual } from '../../../packages/core/src/shared/equality.ts';
import { createLifecycle } from '../../../packages/core/src/shared/lifecycle.ts';

describe('emitter', () => {
  test('reports a listener that throws, and still calls the others', () => {
    const errors: unknown[] = [];
    const heard: number[] = [];
    const emitter = createEmitter<{ tick: number }>((error) => errors.push(error));
    emitter.on('tick', () => {
      throw new Error('host');
    });
    emitter.on('tick', (value) => heard.push(value));
    emitter.emit('tick', 1);
    expect(heard).toEqual([1]);
    expect(errors).toHaveLength(1);
  });

  test('does not call a removed listener', () => {
    const heard: number[] = [];
    const emitter = createEmitter<{ tick: number }>();
    const off = emitter.on('tick', (value) => heard.push(value));
    off();
    emitter.emit('tick', 1);
    expect(heard).toEqual([]);
  });
});

describe('lifecycle', () => {
  test('begins with the first start, ends with the last stop, and can begin again', () => {
    const calls: string[] = [];
    const life = createLifecycle(() => {
      calls.push('begin');
      return () => calls.push('end');
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
      return () => calls.push('end');
    });
    const stale = life.start();
    life.destroy();
    life.start();
    stale();
    expect(calls).toEqual(['begin', 'end', 'begin']);
  });
});

describe('isJsonEqual', () => {
  test('compares values, not references or the order of keys', () => {
    expect(isJsonEqual({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] })).toBe(true);
    expect(isJsonEqual({ a: 1 }, { a: 1, b: undefined })).toBe(false);
    expect(isJsonEqual([1], { 0: 1 })).toBe(false);
    expect(isJsonEqual(null, {})).toBe(false);
  });
});
