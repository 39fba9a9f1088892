'use client';

import type { Texts } from '@openbell/core/catalogue';
import { type ChatThread, isPending, messageForm, visibilityOf } from '@openbell/core/chat';
import type { Message } from '@openbell/core/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../primitives/texts.tsx';
import { kindText } from '../texts/kind-text.ts';
import { personName } from '../texts/person-name.ts';
import { type Announcer, createAnnouncer } from './announcer.ts';

export interface ChatAnnouncerProps {
  readonly thread: ChatThread;
  readonly viewerId: number;
  /** The text of the typing line; empty when nobody is typing. */
  readonly typing: string;
}

/**
 * Announces new messages of others, and who is typing, in a polite live region. The log itself is not one: it mounts and
 * unmounts rows while scrolling.
 */
export function ChatAnnouncer({ thread, viewerId, typing }: ChatAnnouncerProps): ReactNode {
  const text = useTexts();
  const [{ times, announcement }, setAnnouncement] = useState({ times: 0, announcement: '' });
  const announcer = useRef<Announcer | null>(null);

  useEffect(() => {
    const made = createAnnouncer({
      say: (announcement) => setAnnouncement(({ times }) => ({ times: times + 1, announcement })),
      countText: (count) => text('chat.newPill', { count }),
    });
    announcer.current = made;
    const stop = thread.onChange((kind, index, count) => {
      // Messages that were there on opening are not new, even if there is only one.
      if (thread.$state.get().status !== 'ready') return;
      const item = thread.at(index);
      const isEnd = thread.at(index + 1) === undefined || isPending(thread.at(index + 1) as Message);
      if (kind !== 'added' || count !== 1 || !isEnd || item === undefined || isPending(item)) return;
      if (item.sender.id === viewerId) return;
      // It may be unsent, or its sender blocked, before it is announced.
      made.addMessage(() => {
        const now = thread.at(thread.indexOf(item.id));
        if (now === undefined || isPending(now) || visibilityOf(now, viewerId) !== 'normal') return null;
        return `${personName(text, now.sender)}: ${contentText(text, now)}`;
      });
    });
    return () => {
      stop();
      made.destroy();
    };
  }, [thread, viewerId, text]);

  useEffect(() => {
    if (typing !== '') announcer.current?.addTyping(typing);
  }, [typing]);

  return (
    <p className="ob-visually-hidden" role="status">
      {/* A new element per announcement, so that a repeated text is announced again. */}
      <span key={times}>{announcement}</span>
    </p>
  );
}

/** The text of a message; without one, the name of its document or its kind. */
function contentText(text: Texts, message: Message): string {
  const documentName = messageForm(message) === 'document' ? message.media[0]?.name : '';
  return message.message || documentName || kindText(text, message.message_type);
}
