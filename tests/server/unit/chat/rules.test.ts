// Small rules of chat.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scheduleConversation } from '../../../../examples/sandbox/src/demo-data/chats/schedule.ts';
import { judgeAction, UNSEND_WINDOW_MS } from '../../../../examples/server/src/chat/action-rules.ts';
import { readMinId } from '../../../../examples/server/src/chat/history.ts';
import { isBlankText, readMentions } from '../../../../examples/server/src/chat/message-text.ts';
import { isReactionEmoji } from '../../../../examples/server/src/chat/reaction-emoji.ts';
import {
  hintedMessageId,
  readMemberFrame,
} from '../../../../examples/server/src/chat/socket/member-frames.ts';
import { safeFileName } from '../../../../examples/server/src/chat/uploads/file-name.ts';
import { readRange } from '../../../../examples/server/src/http/byte-range.ts';
import { createTokenBucket } from '../../../../examples/server/src/live/token-bucket.ts';

describe('permissions of message actions', () => {
  const target = { senderId: 1, unsent: false, activity: false, createdAt: new Date(0) };
  const status = (action: Parameters<typeof judgeAction>[0], by: number, changes = {}, now = 0) =>
    judgeAction(action, { ...target, ...changes }, { memberId: by, now })?.status ?? 200;

  test('allows unsend to the sender, delete to both, and all other actions to the receiver', () => {
    for (const action of ['report', 'mute', 'unmute', 'block', 'unblock', 'react'] as const) {
      expect([status(action, 1), status(action, 2)]).toEqual([403, 200]);
    }
    expect([status('unsend', 1), status('unsend', 2)]).toEqual([200, 403]);
    expect([status('delete', 1), status('delete', 2)]).toEqual([200, 200]);
  });

  test('allows only delete on unsent messages and notices, and unsend for one day', () => {
    for (const changes of [{ unsent: true }, { activity: true }]) {
      expect(status('unsend', 1, changes)).toBe(409);
      expect(status('react', 2, changes)).toBe(409);
      expect(status('delete', 2, changes)).toBe(200);
    }
    expect(status('unsend', 1, {}, UNSEND_WINDOW_MS)).toBe(200);
    expect(status('unsend', 1, {}, UNSEND_WINDOW_MS + 1)).toBe(409);
  });
});

describe('text', () => {
  test.each(['', ' ', '\n\t', '\u00a0', '\u200b\u200d', '\u2060', '\ufeff', '\u3164', '\u2800'])(
    '%j is blank',
    (text) => {
      expect(isBlankText(text)).toBe(true);
    },
  );

  test.each(['a', ' . ', '0', '👩‍👩‍👧', '\u200ba'])('%j is not blank', (text) => {
    expect(isBlankText(text)).toBe(false);
  });

  test('reads mentions as a JSON list of at most 50 ids', () => {
    expect(readMentions(undefined)).toEqual([]);
    expect(readMentions('')).toEqual([]);
    expect(readMentions('[3,"4",3]')).toEqual([3, 4]);
    for (const bad of [
      '{}',
      '3',
      'null',
      '[',
      '[null]',
      '[1.5]',
      '["x"]',
      '[[1]]',
      `[${'1,'.repeat(50)}1]`,
    ]) {
      expect(readMentions(bad)).toBeNull();
    }
  });

  test('accepts exactly one emoji as a reaction', () => {
    for (const yes of ['😍', '😂', '😢', '😡', '👍', '❤️', '👩🏽‍🚀', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '1️⃣'])
      expect(isReactionEmoji(yes)).toBe(true);
    for (const no of ['', 'a', '👍👍', '👍 ', '<', '1', '\u200d', '👍a'])
      expect(isReactionEmoji(no)).toBe(false);
    fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => !isReactionEmoji(text)));
  });
});

test('reads min_id as an integer, as missing, or as invalid', () => {
  expect(readMinId(undefined)).toBeNull();
  expect(readMinId('')).toBeNull();
  fc.assert(fc.property(fc.maxSafeInteger(), (id) => readMinId(String(id)) === id));
  for (const wrong of ['a', '1.0', '1e3', ' 1', '+1', '--1', '99999999999999999', '0x1', '１']) {
    expect(readMinId(wrong)).toBeUndefined();
  }
});

test('keeps a byte range within the file', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.option(fc.nat(60)), fc.option(fc.nat(60)), (size, from, to) => {
      const range = readRange(`bytes=${from ?? ''}-${to ?? ''}`, size);
      if (range === null || range === 'unsatisfiable') return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeLessThan(size);
      expect(range.start).toBeLessThanOrEqual(range.end);
    }),
  );
  expect(readRange('bytes=0-1,3-4', 9)).toBeNull();
  expect(readRange('bytes=-4', 9)).toEqual({ start: 5, end: 8 });
  expect(readRange('bytes=9-', 9)).toBe('unsatisfiable');
});

describe('files', () => {
  const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
  const anyName = fc
    .array(fc.oneof(fc.string(), anyCharacter), { maxLength: 40 })
    .map((parts) => parts.join(''));
  const pdf = { type: 'PDF' as const, mime: 'application/pdf', extensions: ['pdf'] };

  test('removes unsafe characters from a file name and adds the extension of the content [chat.file-name]', () => {
    fc.assert(
      fc.property(anyName, (given) => {
        const name = safeFileName(given, pdf);
        expect(name).toMatch(/^[^\\/:*?"<>|]+\.pdf$/i);
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        expect([...name].length).toBeLessThanOrEqual(120);
      }),
    );
    expect(safeFileName('..\\..\\a.PDF', pdf)).toBe('a.PDF');
    expect(safeFileName('.pdf', pdf)).toBe('pdf.pdf');
    expect(safeFileName('page.html', pdf)).toBe('page.html.pdf');
  });
});

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

describe('the demo conversation', () => {
  test.each(['2026-11-21T16:00:00Z', '2027-01-01T00:00:00Z', '2028-02-29T23:59:59Z'])(
    'has at least 300 messages before %s, in order, on weekdays, with valid replies',
    (at) => {
      const now = Date.parse(at);
      const lines = scheduleConversation(now);
      expect(lines.length).toBeGreaterThanOrEqual(300);
      for (const [index, line] of lines.entries()) {
        expect(line.at).toBeLessThan(now);
        expect(line.at).toBeGreaterThan(lines[index - 1]?.at ?? 0);
        expect([0, 6]).not.toContain(new Date(line.at).getUTCDay());
        if (line.answers !== undefined) expect(line.answers).toBeGreaterThan(0);
      }
    },
  );
});
