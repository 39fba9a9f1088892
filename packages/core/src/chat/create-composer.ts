import { atom } from 'nanostores';
import type { ChatMember } from '../contract/index.ts';
import { insertMention, mentionCandidates, mentionedIds, mentionQuery, moveRanges } from './chat.mentions.ts';
import type { Composer, ComposerState } from './chat.types.ts';

export interface ComposerOptions {
  readonly members: () => readonly ChatMember[];
  readonly viewerId: () => number | null;
  readonly maxLength: number;
  /** The text changed, for the typing signal. */
  readonly onText: (text: string) => void;
  readonly onSubmit: (draft: {
    readonly text: string;
    readonly replyTo: ComposerState['replyTo'];
    readonly mentions: readonly number[];
  }) => void;
}

const blank: ComposerState = { text: '', replyTo: null, mentions: [], candidates: null, problem: null };

/** The composer of one chat. */
export function createComposer(options: ComposerOptions): Composer {
  const $state = atom<ComposerState>(blank);
  let caret = 0;

  function change(part: Partial<ComposerState>): void {
    $state.set({ ...$state.get(), ...part });
  }

  function candidatesFor(text: string): ComposerState['candidates'] {
    const place = mentionQuery(text, caret);
    if (place === null) return null;
    const found = mentionCandidates(options.members(), options.viewerId() ?? -1, place.query);
    return found.length === 0 ? null : found;
  }

  return {
    $state,
    setText(text, at = text.length) {
      const before = $state.get();
      caret = at;
      const mentions = moveRanges(before.text, text, before.mentions);
      change({ text, mentions, candidates: candidatesFor(text), problem: null });
      if (text !== before.text) options.onText(text);
    },
    choose(person) {
      const { text, mentions } = $state.get();
      const next = insertMention(text, caret, person, mentions);
      caret = next.caret;
      change({ text: next.text, mentions: next.ranges, candidates: null });
      options.onText(next.text);
      return next.caret;
    },
    closePopup: () => change({ candidates: null }),
    reply: (message) => change({ replyTo: message }),
    cancelReply: () => change({ replyTo: null }),
    submit() {
      const { text, replyTo, mentions } = $state.get();
      if (text.trim() === '') {
        change({ problem: 'empty' });
        return false;
      }
      if ([...text].length > options.maxLength) {
        change({ problem: 'too-long' });
        return false;
      }
      $state.set(blank);
      caret = 0;
      options.onSubmit({ text: text.trim(), replyTo, mentions: mentionedIds(mentions) });
      return true;
    },
    dismissProblem: () => change({ problem: null }),
  };
}
