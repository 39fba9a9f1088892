'use client';

import type { ChatFeature } from '@openbell/core/chat';
import type { Emoji } from '@openbell/core/chat/emoji';
import { type ChatType, isServerId } from '@openbell/core/contract';
import { useChat, useChatList } from '@openbell/react-hooks';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { PartBoundary } from '../primitives/PartBoundary.tsx';
import { useTexts } from '../primitives/texts.tsx';
import { ChatView } from './ChatView.tsx';
import { type ChatLinkProps, ChatList } from './list/ChatList.tsx';

export interface ChatScreenProps {
  /** GR for group chats, PR for personal ones. */
  readonly chatType: ChatType;
  /** The open chat; null for the list alone. */
  readonly chatId: number | null;
  /** The URL of a chat in the list. Pass the id of the open one as `chatId` (in a drawer: `#7` and `hashchange`). */
  readonly hrefOf: (chatId: number) => string;
  /** Your router's link component. Default: `<a>`. */
  readonly link?: ComponentType<ChatLinkProps> | undefined;
  /** Called with the first chat when none is open. Leave it out to stay on the list. */
  readonly onFirst?: ((chatId: number) => void) | undefined;
  /** Returns to the list when only one pane fits. */
  readonly onBack?: (() => void) | undefined;
  /** Shows the messages saved on this device, without a composer or actions. For a page that was opened offline. */
  readonly isReadOnly?: boolean | undefined;
  /** The chat feature. Default: the provider's. */
  readonly instance?: ChatFeature | undefined;
  /** The emoji (`createEmoji`), for a picker in the composer and all reactions. Default: none. */
  readonly emoji?: Emoji | undefined;
}

/**
 * The chat list and a chat side by side, or one of them when only one pane fits (a phone, a drawer). Requires a
 * signed-in member; for visitors it shows the loading state.
 */
export function ChatScreen(props: ChatScreenProps): ReactNode {
  const { chatType, chatId, hrefOf, link, onFirst, onBack } = props;
  const text = useTexts();
  const chat = useChat(chatType, props.instance);
  const list = useChatList(chat);
  const firstId = list.status === 'ready' ? list.chats.find(({ id }) => isServerId(id))?.id : undefined;
  useEffect(() => {
    if (chatId === null && firstId !== undefined) onFirst?.(firstId);
  }, [chatId, firstId, onFirst]);
  return (
    <div className="ob-chat-frame">
      <div className="ob-chat" data-pane={chatId === null ? 'list' : 'view'}>
        {/* On a phone the list, which contains the visible heading, may not be rendered. */}
        <h1 className="ob-visually-hidden">
          {text(chatType === 'GR' ? 'chat.groupHeading' : 'chat.personalHeading')}
        </h1>
        <PartBoundary>
          <ChatList
            status={list.status}
            chats={list.chats}
            currentId={chatId}
            heading={text('chat.list')}
            hrefOf={hrefOf}
            link={link}
            onRetry={() => void list.reload()}
          />
        </PartBoundary>
        {chatId === null ? (
          <div className="ob-chat-none" />
        ) : (
          <PartBoundary of={chatId}>
            <ChatView
              key={chatId}
              chat={chat}
              chatId={chatId}
              onBack={onBack}
              isReadOnly={props.isReadOnly}
              emoji={props.emoji}
            />
          </PartBoundary>
        )}
      </div>
    </div>
  );
}
