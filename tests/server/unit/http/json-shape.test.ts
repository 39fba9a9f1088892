import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureJson } from '../../../../examples/server/src/http/request/json-shape.ts';

const measure = (text: string) => measureJson(new TextEncoder().encode(text));

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, part) => sum + 1 + valuesIn(part), 0)
    : 0;

describe('measureJson', () => {
  it('returns the depth of any JSON, and at least the number of its values', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const { depth, values } = measure(JSON.stringify(value));
        expect(depth).toBe(depthOf(value));
        expect(values).toBeGreaterThanOrEqual(valuesIn(value));
      }),
    );
  });

  it('counts no brackets, braces and commas within strings', () => {
    expect(measure(JSON.stringify({ text: '[[{{,,,"\\"[' }))).toEqual({ depth: 1, values: 1 });
  });

  it('measures invalid texts', () => {
    expect(measure('[[[').depth).toBe(3);
    expect(measure(']]]"')).toEqual({ depth: 0, values: 0 });
  });
});
