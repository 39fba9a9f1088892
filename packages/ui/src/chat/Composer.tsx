'use client';

import { type ChatThread, pickableFiles, pickableMedia } from '@openbell/core/chat';
import type { ChatPerson } from '@openbell/core/contract';
import { useBeforePaint, useComposer, useRecorder } from '@openbell/react-hooks';
import { Image, Paperclip, SendHorizontal, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { IconButton } from '../primitives/IconButton.tsx';
import { useTexts } from '../primitives/texts.tsx';
import { AttachmentStrip } from './AttachmentStrip.tsx';
import { kindText } from './kind-text.ts';
import { MentionList, mentionId } from './MentionList.tsx';
import { problemText } from './problem-text.ts';
import { useGrowingBox } from './use-growing-box.ts';
import { VoiceRecorder } from './VoiceRecorder.tsx';

/** Props of {@link Composer}. */
export interface ComposerProps {
  readonly thread: ChatThread;
  /** The limit named in the error text, in characters. Default 4000. */
  readonly maxLength?: number;
  /** Called on ArrowUp in an empty text box. Move the focus to the messages. */
  readonly onLeaveUp?: (() => void) | undefined;
}

/** The message editor: Enter sends, Shift+Enter inserts a line break, @ suggests members. */
export function Composer({ thread, maxLength = 4000, onLeaveUp }: ComposerProps): ReactNode {
  const text = useTexts();
  const composer = useComposer(thread);
  const recorder = useRecorder(thread);
  const box = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const problemId = useId();
  const { candidates, replyTo, problem } = composer;
  const replyId = replyTo?.id;
  const place = candidates === null ? 0 : chosen % candidates.length;
  const said = recorder.hasFailed
    ? text('chat.microphone')
    : problem && problemText(text, problem, maxLength);

  useGrowingBox(box, composer.text);
  // Places the caret behind an inserted mention.
  useBeforePaint(() => {
    if (caret.current !== null) box.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [composer.text]);
  useBeforePaint(() => {
    if (replyId !== undefined) box.current?.focus();
  }, [replyId]);

  function choose(person: ChatPerson): void {
    caret.current = composer.choose(person);
    setChosen(0);
    box.current?.focus();
  }

  function attach(files: readonly File[]): void {
    if (files.length > 0) composer.attach(files);
    box.current?.focus();
  }

  /** Attaches a pasted image. When the clipboard also has text, the image is only another rendering of it. */
  function onPaste(event: ClipboardEvent): void {
    if (event.clipboardData.getData('text/plain') !== '') return;
    const images = [...event.clipboardData.files].filter((file) => file.type.startsWith('image/'));
    if (images.length === 0) return;
    event.preventDefault();
    composer.attach(images);
  }

  function moveMention(event: KeyboardEvent, people: readonly ChatPerson[]): boolean {
    const person = people[place];
    if (event.key === 'ArrowDown') setChosen((place + 1) % people.length);
    else if (event.key === 'ArrowUp') setChosen((place + people.length - 1) % people.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && person !== undefined)
      choose(person);
    else if (event.key === 'Escape') composer.closePopup();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // Enter confirms the composition of an input method (IME).
    if (event.nativeEvent.isComposing) return;
    if (candidates !== null && moveMention(event, candidates)) return;
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
      {replyTo === null ? null : (
        <div className="ob-composer-reply">
          <div>
            <p className="ob-message-name">{text('chat.replyingTo', { name: replyTo.sender.first_name })}</p>
            <p className="ob-composer-reply-text" dir="auto">
              {replyTo.message || kindText(text, replyTo.message_type)}
            </p>
          </div>
          <IconButton size="small" label={text('chat.cancelReply')} onClick={composer.cancelReply}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        </div>
      )}
      <AttachmentStrip attachments={composer.attachments} onRemove={composer.detach} />
      {candidates === null ? null : (
        <MentionList id={listId} people={candidates} chosen={place} onChoose={choose} />
      )}
      <div className="ob-composer-line">
        <div className="ob-composer-tools" hidden={recorder.status !== 'idle'}>
          <FilePicker label={text('chat.attachFiles')} accept={pickableFiles} onFiles={attach}>
            <Paperclip size={18} aria-hidden="true" />
          </FilePicker>
          <FilePicker label={text('chat.attachMedia')} accept={pickableMedia} onFiles={attach}>
            <Image size={18} aria-hidden="true" />
          </FilePicker>
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
          aria-controls={candidates === null ? undefined : listId}
          aria-activedescendant={candidates === null ? undefined : mentionId(listId, candidates[place])}
          aria-autocomplete="list"
          onChange={(event) => composer.setText(event.target.value, event.target.selectionStart)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <VoiceRecorder thread={thread} />
        <IconButton type="submit" variant="primary" label={text('chat.send')}>
          <SendHorizontal size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </form>
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
