import { describe, expect, test } from 'vitest';
import { isComposing } from '../../../packages/ui/src/primitives/is-composing.ts';

describe('isComposing', () => {
  test.each([
    ['a key inside a composition', { isComposing: true, keyCode: 13 }, true],
    ['the Enter that ended a composition in WebKit', { isComposing: false, keyCode: 229 }, true],
    ['a plain Enter', { isComposing: false, keyCode: 13 }, false],
  ])('recognizes %s', (_, nativeEvent, expected) => {
    expect(isComposing({ nativeEvent } as Parameters<typeof isComposing>[0])).toBe(expected);
  });
});
