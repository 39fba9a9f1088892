import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  hintedMessageId,
  readMemberFrame,
} from '../../../../../examples/server/src/chat/socket/member-frames.ts';
import { createTokenBucket } from '../../../../../examples/server/src/live/token-bucket.ts';

describe('frames', () => {
  test('reads invalid frames as null and never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => readMemberFrame(text) === null));
    fc.assert(
      fc.property(fc.json(), (text) => {
        const frame = readMemberFrame(text);
        return frame === null || typeof frame.type === 'string';
      }),
    );
  });

  test('reads the frames of the member socket, with and without user_id', () => {
    expect(readMemberFrame('{"type":"WebMeesageTyping","chat_id":4,"typing":true}')).toMatchObject({
      chat_id: 4,
      typing: true,
    });
    expect(readMemberFrame('{"type":"ReadByAll","user_id":1,"chat_id":4}')).toMatchObject({ chat_id: 4 });
    expect(readMemberFrame('{"type":"WebFetchChat"}')).toEqual({ type: 'WebFetchChat' });
  });

  test('reads the message id of a hint, or null', () => {
    expect(hintedMessageId({ id: 7, message: 'x' })).toBe(7);
    expect(hintedMessageId(7)).toBe(7);
    for (const nothing of [null, undefined, {}, { id: '7' }, { id: -1 }, { id: 1.5 }, [7], 'x']) {
      expect(hintedMessageId(nothing)).toBeNull();
    }
  });

  test('lets no more through the token bucket than its capacity plus the refill', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3_000), { maxLength: 200 }), (waits) => {
        const bucket = createTokenBucket(10, 10_000);
        let [now, passed] = [1_000, 0];
        const start = now;
        for (const wait of waits) {
          now += wait;
          if (bucket.take(now)) passed += 1;
        }
        expect(passed).toBeLessThanOrEqual(10 + ((now - start) / 10_000) * 10 + 1e-6);
      }),
    );
  });
});
