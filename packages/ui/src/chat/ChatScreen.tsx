'use client';

import type { ChatFeature } from '@openbell/core/chat';
import type { ChatType } from '@openbell/core/contract';
import { useChat, useChatList } from '@openbell/react-hooks';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { useTexts } from '../primitives/texts.tsx';
import { type ChatLinkProps, ChatList } from './ChatList.tsx';
import { ChatView } from './ChatView.tsx';

/** Props of {@link ChatScreen}. */
export interface ChatScreenProps {
  /** GR group, PR personal. */
  readonly chatType: ChatType;
  /** The chat that is open; null for the list alone. */
  readonly chatId: number | null;
  /** Where a chat of the list leads to; give what is open there as `chatId` (`#7`, and `hashchange`, in a drawer). */
  readonly hrefOf: (chatId: number) => string;
  /** The link of your router; an `<a>` by default. */
  readonly link?: ComponentType<ChatLinkProps> | undefined;
  /** Called with the first chat when none is open. Leave it out to stay on the list. */
  readonly onFirst?: ((chatId: number) => void) | undefined;
  /** Leads to the list on a screen where only one pane fits. */
  readonly onBack?: (() => void) | undefined;
  /** The feature; the provider's by default. */
  readonly instance?: ChatFeature | undefined;
}

/**
 * List and chat side by side; one at a time where both do not fit: on a phone, or in a drawer. For somebody who is signed
 * in: to a visitor it says that it is loading.
 */
export function ChatScreen(props: ChatScreenProps): ReactNode {
  const { chatType, chatId, hrefOf, link, onFirst, onBack } = props;
  const text = useTexts();
  const chat = useChat(chatType, props.instance);
  const list = useChatList(chat);
  const firstId = list.status === 'ready' ? list.chats[0]?.id : undefined;
  useEffect(() => {
    if (chatId === null && firstId !== undefined) onFirst?.(firstId);
  }, [chatId, firstId, onFirst]);
  return (
    <div className="ob-chat-frame">
      <div className="ob-chat" data-pane={chatId === null ? 'list' : 'view'}>
        {/* On a phone the list, and its heading with it, may not be there. */}
        <h1 className="ob-visually-hidden">
          {text(chatType === 'GR' ? 'chat.groupHeading' : 'chat.personalHeading')}
        </h1>
        <ChatList
          status={list.status}
          chats={list.chats}
          currentId={chatId}
          heading={text('chat.list')}
          hrefOf={hrefOf}
          link={link}
          onRetry={() => void list.reload()}
        />
        {chatId === null ? (
          <div className="ob-chat-none" />
        ) : (
          <ChatView key={chatId} chat={chat} chatId={chatId} onBack={onBack} />
        )}
      </div>
    </div>
  );
}
