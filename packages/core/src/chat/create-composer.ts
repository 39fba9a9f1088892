import { atom } from 'nanostores';
import type { ChatMember } from '../contract/index.ts';
import { type Attachment, type AttachmentLimits, addAttachments } from './chat.attachments.ts';
import { insertMention, mentionCandidates, mentionedIds, mentionQuery, moveRanges } from './chat.mentions.ts';
import type { Composer, ComposerState } from './chat.types.ts';

interface ComposerDraft {
  readonly text: string;
  readonly replyTo: ComposerState['replyTo'];
  readonly mentions: readonly number[];
  readonly files: readonly File[];
}

export interface ComposerOptions {
  readonly members: () => readonly ChatMember[];
  readonly viewerId: () => number | null;
  readonly maxLength: number;
  readonly attachments: AttachmentLimits;
  /** The text changed, for the typing signal. */
  readonly onText: (text: string) => void;
  readonly onSubmit: (draft: ComposerDraft) => void;
}

/** What the chat itself may do with its composer. */
export interface ComposerControl extends Composer {
  /** Another person is here: nothing of the draft stays. */
  reset(): void;
}

const blank: ComposerState = {
  text: '',
  replyTo: null,
  mentions: [],
  candidates: null,
  attachments: [],
  problem: null,
};

/** The composer of one chat. */
export function createComposer(options: ComposerOptions): ComposerControl {
  const $state = atom<ComposerState>(blank);
  let caret = 0;
  let nextFileId = 1;

  function change(part: Partial<ComposerState>): void {
    $state.set({ ...$state.get(), ...part });
  }

  function candidatesFor(text: string): ComposerState['candidates'] {
    const place = mentionQuery(text, caret);
    if (place === null) return null;
    const found = mentionCandidates(options.members(), options.viewerId() ?? -1, place.query);
    return found.length === 0 ? null : found;
  }

  function reset(): void {
    $state.set(blank);
    caret = 0;
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
    attach(files) {
      const known = $state.get().attachments;
      const { attachments, problem, file } = addAttachments(known, files, nextFileId, options.attachments);
      nextFileId += files.length;
      change({ attachments, problem: problem && { code: problem, file: file?.name ?? '' } });
    },
    detach(id) {
      const attachments = $state.get().attachments.filter((one: Attachment) => one.id !== id);
      change({ attachments, problem: null });
    },
    submit() {
      const { text, replyTo, mentions, attachments } = $state.get();
      if (text.trim() === '' && attachments.length === 0) {
        change({ problem: { code: 'empty', file: '' } });
        return false;
      }
      if ([...text].length > options.maxLength) {
        change({ problem: { code: 'too-long', file: '' } });
        return false;
      }
      reset();
      const files = attachments.map(({ file }) => file);
      options.onSubmit({ text: text.trim(), replyTo, mentions: mentionedIds(mentions), files });
      return true;
    },
    dismissProblem: () => change({ problem: null }),
    reset,
  };
}
