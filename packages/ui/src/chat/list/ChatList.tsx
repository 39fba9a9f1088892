'use client';

import type { Texts } from '@openbell/core/catalogue';
import { type ChatRow, formatListTime } from '@openbell/core/chat';
import { isServerId } from '@openbell/core/contract';
import { useVirtualList } from '@openbell/react-hooks';
import { VolumeX } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Avatar } from '../../primitives/Avatar.tsx';
import { Spinner } from '../../primitives/Spinner.tsx';
import { EmptyState, ErrorState } from '../../primitives/States.tsx';
import { useTexts } from '../../primitives/texts.tsx';
import { kindText } from '../texts/kind-text.ts';

/** Props of the link component that renders a chat; use your router's link. */
export interface ChatLinkProps {
  readonly href: string;
  readonly className?: string;
  readonly 'aria-current'?: 'page' | undefined;
  readonly children?: ReactNode;
}

export interface ChatListProps {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly chats: readonly ChatRow[];
  /** The open chat; null when none is open. */
  readonly currentId: number | null;
  readonly heading: string;
  readonly hrefOf: (chatId: number) => string;
  readonly link?: ComponentType<ChatLinkProps> | undefined;
  readonly onRetry: () => void;
}

/** The left column, with one link for each chat. */
export function ChatList(props: ChatListProps): ReactNode {
  const { status, chats, currentId, heading, hrefOf, onRetry } = props;
  const text = useTexts();
  const LinkTo = props.link ?? PlainLink;
  return (
    <nav className="ob-chat-list" aria-label={text('chat.list')}>
      <h2 className="ob-chat-heading">{heading}</h2>
      {chats.length === 0 ? (
        <ListState status={status} onRetry={onRetry} />
      ) : (
        <Rows chats={chats} currentId={currentId} hrefOf={hrefOf} link={LinkTo} />
      )}
    </nav>
  );
}

/** Estimated height in pixels of a chat: two lines beside its image. */
const estimate = 58;

function Rows({
  chats,
  currentId,
  hrefOf,
  link,
}: Pick<ChatListProps, 'chats' | 'currentId' | 'hrefOf'> & {
  readonly link: ComponentType<ChatLinkProps>;
}): ReactNode {
  const text = useTexts();
  const { items, listProps } = useVirtualList({ keys: chats.map(({ id }) => id), estimate });
  return (
    <ul className="ob-chat-list-rows" {...listProps}>
      {items.map(({ index, props }) => {
        const chat = chats[index];
        return chat === undefined ? null : (
          <li key={chat.id} {...props}>
            <Row
              {...(isServerId(chat.id) ? { href: hrefOf(chat.id) } : {})}
              link={link}
              isCurrent={chat.id === currentId}
            >
              <Avatar name={chat.name} src={chat.image} />
              <span className="ob-chat-link-words">
                <span className="ob-chat-link-name" data-unread={chat.unread_count > 0 || undefined}>
                  {chat.name || text('chat.unnamed')}
                </span>{' '}
                <span className="ob-chat-link-last" dir="auto">
                  {chat.isTyping ? text('chat.typingShort') : lastText(chat, text)}
                </span>
              </span>{' '}
              <span className="ob-chat-link-side">
                {chat.last_msg?.created_at == null ? null : (
                  <time className="ob-chat-link-time" dateTime={chat.last_msg.created_at}>
                    {formatListTime(chat.last_msg.created_at)}
                  </time>
                )}{' '}
                <Mark chat={chat} />
              </span>
            </Row>
          </li>
        );
      })}
    </ul>
  );
}

/** A chat as a link. One without an id cannot be opened, and is plain text. */
function Row({
  href,
  link: LinkTo,
  isCurrent,
  children,
}: {
  readonly href?: string;
  readonly link: ComponentType<ChatLinkProps>;
  readonly isCurrent: boolean;
  readonly children: ReactNode;
}): ReactNode {
  if (href === undefined) return <div className="ob-chat-link">{children}</div>;
  return (
    <LinkTo href={href} className="ob-chat-link" aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </LinkTo>
  );
}

function ListState({
  status,
  onRetry,
}: {
  readonly status: string;
  readonly onRetry: () => void;
}): ReactNode {
  const text = useTexts();
  if (status === 'failed') return <ErrorState title={text('chat.listFailed')} onRetry={onRetry} />;
  if (status === 'ready')
    return <EmptyState title={text('chat.listEmpty')} description={text('chat.listEmptyHint')} />;
  return (
    <div className="ob-chat-list-wait">
      <Spinner size="large" label={text('chat.loading')} />
    </div>
  );
}

/** The unread count, or an icon when the chat is muted; screen readers get both. */
function Mark({ chat }: { readonly chat: ChatRow }): ReactNode {
  const text = useTexts();
  const unread = text('chat.unread', { count: chat.unread_count });
  if (chat.mute) {
    return (
      <span className="ob-chat-link-muted">
        <VolumeX size={15} aria-hidden="true" />
        <span className="ob-visually-hidden">
          {chat.unread_count > 0 ? `${text('chat.muted')}, ${unread}` : text('chat.muted')}
        </span>
      </span>
    );
  }
  if (chat.unread_count === 0) return null;
  return (
    <span className="ob-chat-link-unread">
      <span aria-hidden="true">{chat.unread_count > 99 ? '99+' : chat.unread_count}</span>
      <span className="ob-visually-hidden">{unread}</span>
    </span>
  );
}

function lastText(chat: ChatRow, text: Texts): string {
  const last = chat.last_msg;
  if (last === null) return '';
  return last.message || kindText(text, last.message_type);
}

function PlainLink({ children, ...rest }: ChatLinkProps): ReactNode {
  return <a {...rest}>{children}</a>;
}
