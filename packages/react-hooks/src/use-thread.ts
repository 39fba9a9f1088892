'use client';

import { useStore } from '@nanostores/react';
import type { ChatFeature, ChatThread, Composer, ComposerState, ThreadState } from '@openbell/core/chat';
import type { ChatPerson } from '@openbell/core/contract';
import { useEffect } from 'react';

export interface ThreadBinding {
  /** The current state; its `revision` changes with every row. */
  readonly state: ThreadState;
  /** The thread's rows and actions. The same object for the same chat. */
  readonly thread: ChatThread;
}

/** Returns one chat, loaded and live while mounted. */
export function useThread(chat: ChatFeature, chatId: number): ThreadBinding {
  const thread = chat.thread(chatId);
  const state = useStore(thread.$state);
  useEffect(() => thread.open(), [thread]);
  return { state, thread };
}

/** Returns the people who are typing in a chat. */
export function useTyping(thread: ChatThread): readonly ChatPerson[] {
  return useStore(thread.$state).typing;
}

export interface ComposerBinding extends ComposerState, Omit<Composer, '$state'> {}

/** Returns the composer of a chat. */
export function useComposer(thread: ChatThread): ComposerBinding {
  const { $state, ...actions } = thread.composer;
  return { ...useStore($state), ...actions };
}
