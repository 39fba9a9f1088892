'use client';

import { useStore } from '@nanostores/react';
import type { ChatThread, SearchState, ThreadSearch } from '@openbell/core/chat';

export interface ThreadSearchBinding extends SearchState, Omit<ThreadSearch, '$state'> {}

/** Returns the search in one chat. */
export function useThreadSearch(thread: ChatThread): ThreadSearchBinding {
  const { $state, ...actions } = thread.search;
  return { ...useStore($state), ...actions };
}
