import { atom } from 'nanostores';
import type { ChatMember } from '../../contract/index.ts';
import { fieldsOf } from '../../shared/form-input.ts';
import type { Composer, ComposerState } from '../types.ts';
import { type Attachment, type AttachmentLimits, addAttachments } from './attachments.ts';
import {
  insertMention,
  type MentionRange,
  mentionCandidates,
  mentionedIds,
  mentionQuery,
  moveRanges,
} from './mentions.ts';

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
  /** What would be sent has changed, for the draft that outlives the page. */
  readonly onDraft: (text: string, mentions: readonly MentionRange[]) => void;
  readonly onSubmit: (draft: ComposerDraft) => void;
}

/** What the chat itself may do with its composer. */
export interface ComposerControl extends Composer {
  /** Another person is here: nothing of the draft stays. */
  reset(): void;
  /** Puts back what was written on an earlier page; what is there already stays. */
  restore(text: string, mentions: readonly MentionRange[]): void;
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

  function setText(text: string, at: number = text.length): void {
    const before = $state.get();
    caret = at;
    const mentions = moveRanges(before.text, text, before.mentions);
    change({ text, mentions, candidates: candidatesFor(text), problem: null });
    if (text === before.text) return;
    options.onText(text);
    options.onDraft(text, mentions);
  }

  return {
    $state,
    setText,
    choose(person) {
      const { text, mentions } = $state.get();
      const next = insertMention(text, caret, person, mentions);
      caret = next.caret;
      change({ text: next.text, mentions: next.ranges, candidates: null });
      options.onText(next.text);
      options.onDraft(next.text, next.ranges);
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
    submit(form) {
      if (form !== undefined) setText(fieldsOf(form)('message'));
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
      options.onDraft('', []);
      const files = attachments.map(({ file }) => file);
      options.onSubmit({ text: text.trim(), replyTo, mentions: mentionedIds(mentions), files });
      if (form !== undefined && !(form instanceof FormData)) (form.currentTarget as HTMLFormElement).reset();
      return true;
    },
    dismissProblem: () => change({ problem: null }),
    reset,
    restore(text, mentions) {
      if ($state.get().text !== '') return;
      const isSound = mentions.every(({ start, end }) => start >= 0 && start < end && end <= text.length);
      change({ text, mentions: isSound ? mentions : [] });
    },
  };
}
