'use client';

import type { ChatThread } from '@openbell/core/chat';
import { type Emoji, insertEmoji } from '@openbell/core/chat/emoji';
import type { Message } from '@openbell/core/contract';
import { useBeforePaint, useComposer, useRecorder } from '@openbell/react-hooks';
import { SendHorizontal, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react';
import { IconButton } from '../../primitives/IconButton.tsx';
import { isComposing } from '../../primitives/is-composing.ts';
import { PartBoundary } from '../../primitives/PartBoundary.tsx';
import { useTexts } from '../../primitives/texts.tsx';
import { useEmojiTexts } from '../emoji/use-emoji-texts.ts';
import { kindText } from '../texts/kind-text.ts';
import { personName } from '../texts/person-name.ts';
import { problemText } from '../texts/problem-text.ts';
import { AttachmentStrip } from './AttachmentStrip.tsx';
import { ComposerTools } from './ComposerTools.tsx';
import { pastedFiles } from './pasted-files.ts';
import { SuggestionList, suggestionId } from './SuggestionList.tsx';
import { useGrowingBox } from './use-growing-box.ts';
import { useSuggestions } from './use-suggestions.tsx';
import { VoiceRecorder } from './VoiceRecorder.tsx';

export interface ComposerProps {
  readonly thread: ChatThread;
  /** The limit named in the error text, in characters. Default 4000. */
  readonly maxLength?: number;
  /** Called on ArrowUp in an empty text box. Move the focus to the messages. */
  readonly onLeaveUp?: (() => void) | undefined;
  /** The emoji (`createEmoji`). Without them there is no picker and no completion of `:name`. */
  readonly emoji?: Emoji | undefined;
}

/** The message editor: Enter sends, Shift+Enter inserts a line break, @ suggests members, : emoji. */
export function Composer(props: ComposerProps): ReactNode {
  return (
    <PartBoundary>
      <OpenComposer {...props} />
    </PartBoundary>
  );
}

function OpenComposer({ thread, maxLength = 4000, onLeaveUp, emoji }: ComposerProps): ReactNode {
  const text = useTexts();
  const emojiText = useEmojiTexts();
  const composer = useComposer(thread);
  const box = useRef<HTMLTextAreaElement>(null);
  const caret = useCaret(box, composer);
  const recorder = useRecorder(thread);
  const listId = useId();
  const problemId = useId();
  const { candidates, replyTo } = composer;
  const replyId = replyTo?.id;
  const { options, place, isSuggesting, ...suggestions } = useSuggestions(composer, emoji, (at) => {
    caret.placeAt(at);
    box.current?.focus();
  });
  const { said, clearFailures, failEmoji } = useFailures(composer, recorder, maxLength);

  useGrowingBox(box, composer.text);
  useBeforePaint(() => {
    if (replyId !== undefined) box.current?.focus();
  }, [replyId]);

  function attach(files: readonly File[]): void {
    if (files.length > 0) composer.attach(files);
    box.current?.focus();
  }

  // The pressed button is removed, and would lose the focus.
  function detach(attachmentId: number): void {
    composer.detach(attachmentId);
    box.current?.focus();
  }

  function cancelReply(): void {
    composer.cancelReply();
    box.current?.focus();
  }

  function onPaste(event: ClipboardEvent): void {
    const { clipboardData: data } = event;
    const html = data.getData('text/html');
    const files = pastedFiles({ files: [...data.files], text: data.getData('text/plain'), html });
    if (files.length === 0) return;
    event.preventDefault();
    composer.attach(files);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // Enter confirms the composition of an input method (IME).
    if (isComposing(event)) return;
    if (suggestions.onKeyDown(event)) return;
    if (event.key === 'Escape' && replyTo !== null) composer.cancelReply();
    if (event.key === 'ArrowUp' && composer.text === '' && onLeaveUp !== undefined) {
      event.preventDefault();
      onLeaveUp();
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      composer.submit();
    }
  }

  return (
    <form
      className="ob-composer"
      onSubmit={(event) => {
        event.preventDefault();
        composer.submit();
        box.current?.focus();
      }}
    >
      <Problem id={problemId} text={said} />
      {replyTo === null ? null : <ReplyBar message={replyTo} onCancel={cancelReply} />}
      <AttachmentStrip attachments={composer.attachments} onRemove={detach} />
      {isSuggesting ? (
        <SuggestionList
          id={listId}
          label={candidates === null ? emojiText('emoji.title') : text('chat.mentions')}
          suggestions={options}
          chosen={place}
          onChoose={suggestions.choose}
        />
      ) : null}
      <div className="ob-composer-line">
        <ComposerTools
          isHidden={recorder.status !== 'idle'}
          emoji={emoji}
          box={box}
          onFiles={attach}
          onEmoji={caret.insert}
          onEmojiFailed={failEmoji}
        />
        <textarea
          ref={box}
          className="ob-composer-box"
          rows={1}
          dir="auto"
          aria-label={text('chat.composer')}
          placeholder={text('chat.composerHint')}
          value={composer.text}
          aria-describedby={said === null ? undefined : problemId}
          aria-controls={isSuggesting ? listId : undefined}
          aria-activedescendant={isSuggesting ? suggestionId(listId, options[place]?.key) : undefined}
          aria-autocomplete="list"
          onChange={(event) => {
            const { inputType } = event.nativeEvent as InputEvent;
            suggestions.setText(event.target.value, event.target.selectionEnd, inputType);
            clearFailures();
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <VoiceRecorder thread={thread} />
        <IconButton type="submit" variant="primary" label={text('chat.send')}>
          <SendHorizontal className="ob-directional" size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </form>
  );
}

/** Returns the text of the newest problem of sending, recording or the emoji. */
function useFailures(
  { problem, dismissProblem }: ReturnType<typeof useComposer>,
  recorder: ReturnType<typeof useRecorder>,
  maxLength: number,
) {
  const text = useTexts();
  const emojiText = useEmojiTexts();
  const [hasEmojiFailed, setEmojiFailed] = useState(false);
  const recorderText = recorder.hasFailed ? text('chat.microphone') : null;
  const emojiFailure = hasEmojiFailed ? emojiText('emoji.failed') : null;
  function clearFailures(): void {
    setEmojiFailed(false);
    if (recorder.hasFailed) recorder.dismissProblem();
  }
  return {
    said: problem ? problemText(text, problem, maxLength) : (recorderText ?? emojiFailure),
    /** Clears the failures that are not of the composer. */
    clearFailures,
    failEmoji(): void {
      dismissProblem();
      clearFailures();
      setEmojiFailed(true);
    },
  };
}

/** Places the caret behind an inserted mention or emoji, as soon as the new text is rendered. */
function useCaret(
  box: RefObject<HTMLTextAreaElement | null>,
  { text, setText }: ReturnType<typeof useComposer>,
) {
  const next = useRef<number | null>(null);
  useBeforePaint(() => {
    if (next.current !== null) box.current?.setSelectionRange(next.current, next.current);
    next.current = null;
  }, [text]);
  return {
    placeAt(caret: number): void {
      next.current = caret;
    },
    /** Replaces the selection by an emoji. */
    insert(emoji: string): void {
      const { selectionStart: start = 0, selectionEnd: end = 0 } = box.current ?? {};
      const inserted = insertEmoji(text, { emoji, start, end });
      next.current = inserted.caret;
      setText(inserted.text, inserted.caret);
    },
  };
}

function Problem({ id, text }: { readonly id: string; readonly text: string | null }): ReactNode {
  if (text === null) return null;
  return (
    <p className="ob-composer-problem" role="alert" id={id}>
      {text}
    </p>
  );
}

function ReplyBar({
  message,
  onCancel,
}: {
  readonly message: Message;
  readonly onCancel: () => void;
}): ReactNode {
  const text = useTexts();
  return (
    <div className="ob-composer-reply">
      <div>
        <p className="ob-message-name">
          {text('chat.replyingTo', { name: personName(text, message.sender) })}
        </p>
        <p className="ob-composer-reply-text" dir="auto">
          {message.message || kindText(text, message.message_type)}
        </p>
      </div>
      <IconButton size="small" label={text('chat.cancelReply')} onClick={onCancel}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
