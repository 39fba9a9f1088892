'use client';

import { type ChatThread, isPending } from '@openbell/core/chat';
import type { Message } from '@openbell/core/contract';
import { type ReactNode, useEffect, useState } from 'react';

/** Props of {@link NewMessageVoice}. */
export interface NewMessageVoiceProps {
  readonly thread: ChatThread;
  readonly viewerId: number;
}

/**
 * Announces new messages of others in a polite live region. The log itself is not one: it mounts and unmounts rows
 * while scrolling.
 */
export function NewMessageVoice({ thread, viewerId }: NewMessageVoiceProps): ReactNode {
  const [announcement, setAnnouncement] = useState('');
  useEffect(
    () =>
      thread.onChange((kind, index, count) => {
        // Messages that were there on opening are not new, even if there is only one.
        if (thread.$state.get().status !== 'ready') return;
        const item = thread.at(index);
        const isEnd = thread.at(index + 1) === undefined || isPending(thread.at(index + 1) as Message);
        if (kind !== 'added' || count !== 1 || !isEnd || item === undefined || isPending(item)) return;
        if (item.sender.id !== viewerId && !item.is_block)
          setAnnouncement(`${item.sender.first_name}: ${item.message || item.media[0]?.name || ''}`);
      }),
    [thread, viewerId],
  );
  return (
    <p className="ob-visually-hidden" role="status">
      {announcement}
    </p>
  );
}
