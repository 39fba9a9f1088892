'use client';

import type { ChatThread } from '@openbell/core/chat';
import type { ChatPerson } from '@openbell/core/contract';
import { useComposer } from '@openbell/react-hooks';
import { SendHorizontal, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Avatar } from '../primitives/Avatar.tsx';
import { IconButton } from '../primitives/IconButton.tsx';
import { useTexts } from '../primitives/texts.tsx';

/** Props of {@link Composer}. */
export interface ComposerProps {
  readonly thread: ChatThread;
  /** For the text of the limit. */
  readonly maxLength?: number;
}

/** Where a message is written: Enter sends, Shift+Enter adds a line, @ offers people (product.md 2, 5). */
export function Composer({ thread, maxLength = 4000 }: ComposerProps): ReactNode {
  const text = useTexts();
  const composer = useComposer(thread);
  const box = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const { candidates, replyTo, problem } = composer;
  const replyId = replyTo?.id;

  // The box grows with its text; the caret goes behind a mention that was put in.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    element.style.height = 'auto';
    if (composer.text !== '') element.style.height = `${element.scrollHeight}px`;
    if (caret.current !== null) element.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [composer.text]);
  useLayoutEffect(() => {
    if (replyId !== undefined) box.current?.focus();
  }, [replyId]);

  function choose(person: ChatPerson): void {
    caret.current = composer.choose(person);
    setChosen(0);
    box.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // Enter that ends the composition of a character (IME) is not for us.
    if (event.nativeEvent.isComposing) return;
    if (candidates !== null) {
      const person = candidates[chosen % candidates.length];
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        const step = event.key === 'ArrowDown' ? 1 : candidates.length - 1;
        setChosen((chosen + step) % candidates.length);
        return;
      }
      if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && person !== undefined) {
        event.preventDefault();
        choose(person);
        return;
      }
      if (event.key === 'Escape') {
        event.preventDefault();
        composer.closePopup();
        return;
      }
    }
    if (event.key === 'Escape' && replyTo !== null) composer.cancelReply();
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
      {problem === null ? null : (
        <p className="ob-composer-problem" role="alert">
          {problem.code === 'empty'
            ? text('chat.empty')
            : text('chat.tooLong', { max: maxLength.toLocaleString('en-US') })}
        </p>
      )}
      {replyTo === null ? null : (
        <div className="ob-composer-reply">
          <div>
            <p className="ob-message-name">{text('chat.replyingTo', { name: replyTo.sender.first_name })}</p>
            <p className="ob-composer-reply-text" dir="auto">
              {replyTo.message}
            </p>
          </div>
          <IconButton size="small" label={text('chat.cancelReply')} onClick={composer.cancelReply}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        </div>
      )}
      {candidates === null ? null : (
        <div className="ob-popup ob-mentions" role="listbox" id={listId} aria-label={text('chat.mentions')}>
          {candidates.map((person, index) => (
            <div
              key={person.id}
              id={`${listId}-${person.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen % candidates.length}
              className="ob-mention"
              onPointerDown={(event) => {
                event.preventDefault();
                choose(person);
              }}
            >
              <Avatar name={person.first_name} src={person.dp} size="small" />
              {person.first_name}
            </div>
          ))}
        </div>
      )}
      <div className="ob-composer-line">
        <textarea
          ref={box}
          className="ob-composer-box"
          rows={1}
          dir="auto"
          aria-label={text('chat.composer')}
          placeholder={text('chat.composerHint')}
          value={composer.text}
          aria-controls={candidates === null ? undefined : listId}
          aria-activedescendant={
            candidates === null ? undefined : `${listId}-${candidates[chosen % candidates.length]?.id}`
          }
          aria-autocomplete="list"
          onChange={(event) => composer.setText(event.target.value, event.target.selectionStart)}
          onKeyDown={onKeyDown}
        />
        <IconButton type="submit" variant="primary" label={text('chat.send')}>
          <SendHorizontal size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </form>
  );
}
