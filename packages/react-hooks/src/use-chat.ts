'use client';

import { useStore } from '@nanostores/react';
import type { ChatFeature, ChatRow } from '@openbell/core/chat';
import type { ChatType } from '@openbell/core/contract';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** Returns the chats of one kind (GR group, PR personal) and keeps them live while mounted. */
export function useChat(chatType: ChatType, instance?: ChatFeature): ChatFeature {
  const chat = useFeature(instance, (openbell) =>
    chatType === 'GR' ? openbell.groupChat : openbell.personalChat,
  );
  useEffect(() => chat.start(), [chat]);
  return chat;
}

export interface ChatListBinding {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly chats: readonly ChatRow[];
  readonly reload: ChatFeature['loadList'];
  readonly setMuted: ChatFeature['setMuted'];
}

/** Returns the chat list with what its rows show. */
export function useChatList(chat: ChatFeature): ChatListBinding {
  const { status, chats } = useStore(chat.$list);
  return { status, chats, reload: chat.loadList, setMuted: chat.setMuted };
}
