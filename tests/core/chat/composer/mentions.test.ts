import { insertMention, mentionCandidates, mentionQuery } from '@openbell/core/chat';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chatOf, createRig, me, other } from '../support.ts';

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

  const ann = { id: 2, first_name: 'Ann', dp: null };
  const otherAnn = { ...ann, id: 3 };
  const marie = { id: 4, first_name: 'Ann Marie', dp: null };
  const anna = { id: 5, first_name: 'Anna', dp: null };

  /** A composer whose text box is edited as a browser does. */
  function typing() {
    const composer = createRig().chat.thread(7).composer;
    const text = (): string => composer.$state.get().text;
    const ids = (): readonly number[] => composer.$state.get().mentions.map(({ user_id }) => user_id);
    /** Replaces a part of the text; the caret is then after the inserted text. */
    const replace = (start: number, end: number, inserted = ''): void =>
      composer.setText(text().slice(0, start) + inserted + text().slice(end), start + inserted.length);
    const mention = (...people: readonly (typeof ann)[]): void => {
      for (const person of people) {
        replace(text().length, text().length, '@');
        composer.choose(person);
      }
    };
    return { composer, text, ids, replace, mention };
  }

  it.each<[string, (typeof ann)[], (rig: ReturnType<typeof typing>) => void, number[]]>([
    ['the first of two equal names is deleted', [ann, otherAnn], ({ replace }) => replace(0, 5), [3]],
    ['the second is deleted', [ann, otherAnn], ({ replace }) => replace(5, 10), [2]],
    ['the middle one of three', [ann, otherAnn, ann], ({ replace }) => replace(5, 10), [2, 2]],
    ['the end of one and the start of the next', [ann, otherAnn], ({ replace }) => replace(3, 8), []],
    ['the name is pasted before its mention', [ann], ({ replace }) => replace(0, 0, '@Ann '), [2]],
    ['the name is pasted between two', [ann, otherAnn], ({ replace }) => replace(5, 5, '@Ann '), [2, 3]],
    ['text is pasted before a mention', [ann], ({ replace }) => replace(0, 0, 'hello '), [2]],
    ['a mention is inserted before an equal one', [ann], insertBefore, [3, 2]],
    ['a name is replaced by a pasted one', [ann, otherAnn], ({ replace }) => replace(0, 4, '@Ada'), [3]],
    ['a letter of a name is deleted', [ann, otherAnn], ({ replace }) => replace(3, 4), [3]],
    ['a name is continued to another', [ann], ({ replace }) => replace(4, 4, 'a'), []],
    ['a name is joined with the next word', [ann], ({ replace }) => replace(4, 5, 'ie '), []],
    ['a word follows a name', [ann], ({ replace }) => replace(5, 5, 'Marie'), [2]],
    ['a comma follows a name', [ann], ({ replace }) => replace(4, 5, ', '), [2]],
    ['a name is deleted that is the prefix of the next', [ann, anna], ({ replace }) => replace(0, 5), [5]],
    ['a longer name is deleted after its prefix', [ann, marie], ({ replace }) => replace(5, 15), [2]],
    ['everything is replaced', [ann, otherAnn], ({ replace }) => replace(0, 10, 'x'), []],
  ])('mentions who is left when %s [chat.mention-edits]', (_, people, edit, left) => {
    const rig = typing();
    rig.mention(...people);
    edit(rig);
    expect(rig.ids()).toEqual(left);
    for (const { start, end, user_id } of rig.composer.$state.get().mentions) {
      const person = [ann, otherAnn, marie, anna].find(({ id }) => id === user_id);
      expect(rig.text().slice(start, end)).toBe(`@${person?.first_name}`);
    }
  });

  function insertBefore({ replace, composer }: ReturnType<typeof typing>): void {
    replace(0, 0, '@');
    composer.choose(otherAnn);
  }

  it('restores the mentions of a text that is undone or redone [chat.mention-edits]', () => {
    const { composer, ids, replace, mention } = typing();
    mention(ann, otherAnn);
    replace(0, 5);
    expect(ids()).toEqual([3]);
    composer.setText('@Ann @Ann ', 5, 'historyUndo');
    expect(ids()).toEqual([2, 3]);
    composer.setText('@Ann ', 5, 'historyUndo');
    expect(ids()).toEqual([2]);
    composer.setText('@Ann @Ann ', 10, 'historyRedo');
    composer.setText('@Ann ', 0, 'historyRedo');
    expect(ids()).toEqual([3]);
  });
});
