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
 * Says new messages of others politely. The log itself is silent: it draws and removes rows while somebody scrolls,
 * and none of that is news.
 */
export function NewMessageVoice({ thread, viewerId }: NewMessageVoiceProps): ReactNode {
  const [said, setSaid] = useState('');
  useEffect(
    () =>
      thread.onChange((kind, index, count) => {
        // What a chat opens with is no news, also when it is one message alone.
        if (thread.$state.get().status !== 'ready') return;
        const item = thread.at(index);
        const isEnd = thread.at(index + 1) === undefined || isPending(thread.at(index + 1) as Message);
        if (kind !== 'added' || count !== 1 || !isEnd || item === undefined || isPending(item)) return;
        if (item.sender.id !== viewerId && !item.is_block)
          setSaid(`${item.sender.first_name}: ${item.message || item.media[0]?.name || ''}`);
      }),
    [thread, viewerId],
  );
  return (
    <p className="ob-visually-hidden" role="status">
      {said}
    </p>
  );
}
