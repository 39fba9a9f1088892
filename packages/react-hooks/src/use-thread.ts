'use client';

import { useStore } from '@nanostores/react';
import type { ChatFeature, ChatThread, Composer, ComposerState, ThreadState } from '@openbell/core/chat';
import type { ChatPerson } from '@openbell/core/contract';
import { useEffect } from 'react';

export interface ThreadBinding {
  /** What is there now; its `revision` changes with every row. */
  readonly state: ThreadState;
  /** Rows by index, and what can be done with them. The same object for the same chat. */
  readonly thread: ChatThread;
}

/** One chat, loaded and live while the component is mounted. */
export function useThread(chat: ChatFeature, chatId: number): ThreadBinding {
  const thread = chat.thread(chatId);
  const state = useStore(thread.$state);
  useEffect(() => thread.open(), [thread]);
  return { state, thread };
}

/** Who types in a chat just now. */
export function useTyping(thread: ChatThread): readonly ChatPerson[] {
  return useStore(thread.$state).typing;
}

export interface ComposerBinding extends ComposerState, Omit<Composer, '$state'> {}

/** The composer of a chat. */
export function useComposer(thread: ChatThread): ComposerBinding {
  const { $state, ...actions } = thread.composer;
  return { ...useStore($state), ...actions };
}
