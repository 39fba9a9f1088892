'use client';

import { type ChatThread, pickableFiles, pickableMedia } from '@openbell/core/chat';
import { type Emoji, insertEmoji } from '@openbell/core/chat/emoji';
import type { Message } from '@openbell/core/contract';
import { useBeforePaint, useComposer, useRecorder } from '@openbell/react-hooks';
import { Image, Paperclip, SendHorizontal, Smile, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { IconButton } from '../../primitives/IconButton.tsx';
import { isComposing } from '../../primitives/is-composing.ts';
import { PartBoundary } from '../../primitives/PartBoundary.tsx';
import { useTexts } from '../../primitives/texts.tsx';
import { LazyEmojiButton } from '../emoji/LazyEmojiButton.tsx';
import { useEmojiTexts } from '../emoji/use-emoji-texts.ts';
import { kindText } from '../texts/kind-text.ts';
import { personName } from '../texts/person-name.ts';
import { problemText } from '../texts/problem-text.ts';
import { AttachmentStrip } from './AttachmentStrip.tsx';
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
  const recorder = useRecorder(thread);
  const box = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const [hasEmojiFailed, setEmojiFailed] = useState(false);
  const listId = useId();
  const problemId = useId();
  const { candidates, replyTo, problem } = composer;
  const replyId = replyTo?.id;
  const { options, place, isSuggesting, ...suggestions } = useSuggestions(composer, emoji, (at) => {
    caret.current = at;
    box.current?.focus();
  });
  const said = recorder.hasFailed
    ? text('chat.microphone')
    : hasEmojiFailed
      ? emojiText('emoji.failed')
      : problem && problemText(text, problem, maxLength);

  useGrowingBox(box, composer.text);
  // Places the caret behind an inserted mention or emoji.
  useBeforePaint(() => {
    if (caret.current !== null) box.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [composer.text]);
  useBeforePaint(() => {
    if (replyId !== undefined) box.current?.focus();
  }, [replyId]);

  function insert(chosenEmoji: string): void {
    const { selectionStart = 0, selectionEnd = 0 } = box.current ?? {};
    const next = insertEmoji(composer.text, { emoji: chosenEmoji, start: selectionStart, end: selectionEnd });
    caret.current = next.caret;
    composer.setText(next.text, next.caret);
  }

  function attach(files: readonly File[]): void {
    if (files.length > 0) composer.attach(files);
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
      {said === null ? null : (
        <p className="ob-composer-problem" role="alert" id={problemId}>
          {said}
        </p>
      )}
      {replyTo === null ? null : <ReplyBar message={replyTo} onCancel={composer.cancelReply} />}
      <AttachmentStrip attachments={composer.attachments} onRemove={composer.detach} />
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
        <div className="ob-composer-tools" hidden={recorder.status !== 'idle'}>
          <FilePicker label={text('chat.attachFiles')} accept={pickableFiles} onFiles={attach}>
            <Paperclip size={18} aria-hidden="true" />
          </FilePicker>
          <FilePicker label={text('chat.attachMedia')} accept={pickableMedia} onFiles={attach}>
            <Image size={18} aria-hidden="true" />
          </FilePicker>
          {emoji === undefined ? null : (
            <LazyEmojiButton
              emoji={emoji}
              label={emojiText('emoji.title')}
              icon={<Smile size={18} aria-hidden="true" />}
              finalFocus={box}
              onChoose={insert}
              onFailed={() => setEmojiFailed(true)}
            />
          )}
        </div>
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
            setEmojiFailed(false);
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

function FilePicker({
  label,
  accept,
  onFiles,
  children,
}: {
  readonly label: string;
  readonly accept: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={label} onClick={() => input.current?.click()}>
        {children}
      </IconButton>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Lets the user choose the same file again after removing it.
          event.target.value = '';
        }}
      />
    </>
  );
}
