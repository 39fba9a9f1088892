import { insertMention, mentionCandidates, mentionQuery } from '@openbell/core/chat';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chatOf, me, other } from '../support.ts';

describe('mentions', () => {
  const { users } = chatOf();
  it('opens when the last word starts with @, and suggests other members by part of the first name [chat.mention-popup]', () => {
    expect(mentionQuery('hello @gr', 9)).toEqual({ query: 'gr', start: 6 });
    expect(mentionQuery('mail a@b', 8)).toBeNull();
    expect(mentionCandidates(users, me.id, 'RAC')).toEqual([other]);
    expect(mentionCandidates(users, me.id, 'ada')).toEqual([]);
    expect(mentionCandidates(users, me.id, '(.*')).toEqual([]);
  });

  it('the ranges always cover the inserted names [chat.mention-ids]', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z ]{0,10}$/),
        fc.stringMatching(/^[a-z ]{0,10}$/),
        (before, after) => {
          const text = `${before} @g`;
          const {
            ranges,
            text: next,
            caret,
          } = insertMention({ text: `${text}${after}`, caret: text.length, ranges: [] }, other);
          for (const { start, end } of ranges) expect(next.slice(start, end)).toBe('@Grace');
          expect(next.slice(caret)).toBe(after);
        },
      ),
    );
  });
});
