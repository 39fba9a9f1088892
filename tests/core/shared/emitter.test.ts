import { describe, expect, test } from 'vitest';
import { createEmitter } from '../../../packages/core/src/shared/emitter.ts';

describe('emitter', () => {
  test('reports a listener that throws, and still calls the others', () => {
    const errors: unknown[] = [];
    const received: number[] = [];
    const emitter = createEmitter<{ tick: number }>('ticks', (error) => errors.push(error));
    emitter.on('tick', () => {
      throw new Error('host');
    });
    emitter.on('tick', (value) => received.push(value));
    emitter.emit('tick', 1);
    expect(received).toEqual([1]);
    expect(errors).toEqual([{ where: 'ticks', error: new Error('host') }]);
  });

  test('does not call a removed listener', () => {
    const received: number[] = [];
    const emitter = createEmitter<{ tick: number }>('ticks', undefined);
    const off = emitter.on('tick', (value) => received.push(value));
    off();
    emitter.emit('tick', 1);
    expect(received).toEqual([]);
  });
});
