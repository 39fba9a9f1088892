import { atom, type ReadableAtom } from 'nanostores';
import { type ChatPerson, isBlankText, isLongerThan, type Message } from '../../contract/index.ts';
import { type FormInput, fieldsOf } from '../../shared/form-input.ts';
import {
  type Attachment,
  type AttachmentLimits,
  type AttachmentProblem,
  addAttachments,
} from './attachments.ts';
import { createMentionHistory } from './mention-history.ts';
import { insertMention, type MentionRange, mentionedIds, mentionQuery, moveRanges } from './mentions.ts';

/** The state of the composer of one chat. */
export interface ComposerState {
  readonly text: string;
  readonly replyTo: Message | null;
  readonly mentions: readonly MentionRange[];
  /** The members that can be mentioned at the caret; null when the popup is closed. */
  readonly candidates: readonly ChatPerson[] | null;
  readonly attachments: readonly Attachment[];
  readonly problem: ComposerProblem | null;
}

/** `empty`: there was nothing to send. `too-long`: over the limit of characters. */
export interface ComposerProblem {
  readonly code: 'empty' | 'too-long' | AttachmentProblem;
  /** The name of the rejected file, or empty. */
  readonly file: string;
}

/** The text box of one chat; its text survives a reload, its files and reply do not. */
export interface Composer {
  readonly $state: ReadableAtom<ComposerState>;
  /**
   * `caret` is the position in the text after the edit, for the mention popup and to know what was edited. `inputType`
   * is that of the input event: an undo or redo restores the mentions of the text.
   */
  setText(text: string, caret?: number, inputType?: string): void;
  /** Replaces the word at the caret by a mention; returns the new caret position. */
  choose(person: ChatPerson): number;
  /** Closes the mention popup until the next word. */
  closePopup(): void;
  /** The next message replies to this one. */
  reply(message: Message): void;
  /** The next message is no reply. */
  cancelReply(): void;
  /** Adds files that were chosen, pasted, dropped or recorded; files over a limit are rejected with a problem. */
  attach(files: readonly File[]): void;
  /** Removes a file. */
  detach(attachmentId: number): void;
  /**
   * Sends the text and files, or the field `message` of a form (its data, or its submit event, after which it is empty
   * again). Returns false when nothing was sent.
   */
  submit(form?: FormInput): boolean;
  /** Clears the problem. */
  dismissProblem(): void;
}

/** The content of a composer that is submitted. */
interface ComposerDraft {
  readonly text: string;
  readonly replyTo: ComposerState['replyTo'];
  readonly mentions: readonly number[];
  readonly files: readonly File[];
}

export interface ComposerOptions {
  /** The other members whose name contains a text. */
  readonly findMembers: (query: string) => readonly ChatPerson[];
  readonly maxLength: number;
  readonly attachments: AttachmentLimits;
  /** The text has changed. */
  readonly onText: (text: string, mentions: readonly MentionRange[]) => void;
  /** Sends a message. Returns false when nobody is signed in. */
  readonly onSubmit: (draft: ComposerDraft) => boolean;
}

export interface ComposerControl extends Composer {
  /** Whether another file can be attached; fails with `files-many` if not. */
  hasRoom(): boolean;
  /** Attaches a recording; without room, as soon as there is room. */
  keep(recording: File): void;
  /** Clears everything. */
  reset(): void;
  /**
   * Updates the message that is replied to: `current` is what it is now, or null when it cannot be replied to any more.
   */
  updateReply(current: (message: Message) => Message | null): void;
  /** Finds the members for an open mention again. */
  findAgain(): void;
  /** Restores a draft, unless there is a text. */
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

export function createComposer(options: ComposerOptions): ComposerControl {
  const $state = atom<ComposerState>(blank);
  let caret = 0;
  let nextFileId = 1;
  /** The start of the word for which the popup was closed; null at another word. */
  let closedStart: number | null = null;
  const history = createMentionHistory();
  /** Recordings for which there was no room. */
  let waiting: readonly File[] = [];

  function change(part: Partial<ComposerState>): void {
    $state.set({ ...$state.get(), ...part });
  }

  function candidatesFor(text: string): ComposerState['candidates'] {
    const word = mentionQuery(text, caret);
    if (word?.start !== closedStart) closedStart = null;
    const found = word === null || closedStart !== null ? [] : options.findMembers(word.query);
    return found.length === 0 ? null : found;
  }

  function reset(): void {
    $state.set(blank);
    caret = 0;
    closedStart = null;
    waiting = [];
    history.clear();
  }

  /** Returns the files for which there is no room. */
  function attach(files: readonly File[]): readonly File[] {
    const known = $state.get().attachments;
    const { attachments, problem, file } = addAttachments(known, files, {
      firstId: nextFileId,
      limits: options.attachments,
    });
    nextFileId += files.length;
    change({ attachments, problem: problem && { code: problem, file: file?.name ?? '' } });
    const isFull = problem === 'files-many' || problem === 'files-large';
    return isFull ? files.slice(attachments.length - known.length) : [];
  }

  function attachWaiting(recordings: readonly File[]): void {
    if (recordings.length > 0) waiting = attach(recordings);
  }

  function fail(code: ComposerProblem['code']): false {
    change({ problem: { code, file: '' } });
    return false;
  }

  function setText(text: string, at?: number, inputType?: string): void {
    const before = $state.get();
    caret = at ?? text.length;
    const restored = history.find(text, inputType);
    const mentions = restored ?? moveRanges({ text: before.text, ranges: before.mentions }, text, at);
    if (restored === null) history.add(text, mentions);
    change({ text, mentions, candidates: candidatesFor(text), problem: null });
    if (text !== before.text) options.onText(text, mentions);
  }

  return {
    $state,
    setText,
    choose(person) {
      const { text, mentions } = $state.get();
      const next = insertMention({ text, caret, ranges: mentions }, person);
      caret = next.caret;
      change({ text: next.text, mentions: next.ranges, candidates: null });
      history.add(next.text, next.ranges);
      options.onText(next.text, next.ranges);
      return next.caret;
    },
    closePopup() {
      closedStart = mentionQuery($state.get().text, caret)?.start ?? null;
      change({ candidates: null });
    },
    reply: (message) => change({ replyTo: message }),
    cancelReply: () => change({ replyTo: null }),
    attach: (files) => void attach(files),
    keep: (recording) => attachWaiting([...waiting, recording]),
    hasRoom: () => $state.get().attachments.length < options.attachments.maxFiles || fail('files-many'),
    detach(id) {
      const attachments = $state.get().attachments.filter((one: Attachment) => one.id !== id);
      change({ attachments, problem: null });
      attachWaiting(waiting);
    },
    submit(form) {
      if (form !== undefined) setText(fieldsOf(form)('message'));
      const { text, replyTo, mentions, attachments } = $state.get();
      const words = isBlankText(text) ? '' : text.trim();
      if (words === '' && attachments.length === 0) return fail('empty');
      if (isLongerThan(words, options.maxLength)) return fail('too-long');
      const files = attachments.map(({ file }) => file);
      const draft = { text: words, replyTo, mentions: mentionedIds(mentions), files };
      if (!options.onSubmit(draft)) return false;
      const recordings = waiting;
      reset();
      attachWaiting(recordings);
      if (form !== undefined && !(form instanceof FormData)) (form.currentTarget as HTMLFormElement).reset();
      return true;
    },
    dismissProblem: () => change({ problem: null }),
    reset,
    updateReply(current) {
      const { replyTo } = $state.get();
      if (replyTo === null) return;
      const next = current(replyTo);
      if (next !== replyTo) change({ replyTo: next });
    },
    findAgain: () => change({ candidates: candidatesFor($state.get().text) }),
    restore(text, mentions) {
      if ($state.get().text !== '') return;
      const isSound = mentions.every(({ start, end }) => start >= 0 && start < end && end <= text.length);
      const kept = isSound ? mentions : [];
      change({ text, mentions: kept });
      history.add(text, kept);
    },
  };
}
