'use client';

import {
  allowedActions,
  dayName,
  formatMessageTime,
  formatTooltip,
  isPending,
  type MenuAction,
  messageForm,
  type RowFrame,
  type ThreadItem,
  tickOf,
  visibilityOf,
} from '@openbell/core/chat';
import type { Message } from '@openbell/core/contract';
import { Check, CheckCheck } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useState } from 'react';
import { Avatar } from '../primitives/Avatar.tsx';
import { useTexts } from '../primitives/texts.tsx';
import { kindText } from './kind-text.ts';
import { MessageActions, QuickReactions } from './MessageActions.tsx';
import { MessageMedia } from './MessageMedia.tsx';
import { MessageText } from './MessageText.tsx';
import { PendingRow } from './PendingRow.tsx';
import { useLongPress } from './use-long-press.ts';

/** What a row can ask for. Give the same object at each render, so that only changed rows are drawn again. */
export interface RowActions {
  readonly onAction: (action: MenuAction, message: Message) => void;
  readonly onReact: (message: Message, emoji: string) => void;
  readonly onRetry: (clientId: string) => void;
  readonly onDiscard: (clientId: string) => void;
  readonly onCancel: (clientId: string) => void;
  readonly onZoom: (messageId: number, index: number) => void;
  readonly onDownload: (messageId: number, index: number) => Promise<boolean>;
  readonly onRenew: (messageId: number) => void;
  readonly onQuote: (messageId: number) => void;
}

/** Props of {@link MessageRow}. */
export interface MessageRowProps extends RowFrame {
  readonly item: ThreadItem;
  readonly viewerId: number;
  readonly actions: RowActions;
  /** It was jumped to. */
  readonly isHighlighted?: boolean | undefined;
  /** What is searched for. */
  readonly query?: string | undefined;
}

/** One row of a thread: what stands before it (day, 'New messages'), and the message. */
export const MessageRow: (props: MessageRowProps) => ReactNode = memo(function MessageRow(
  props: MessageRowProps,
): ReactNode {
  const { item, startsDay, startsUnread } = props;
  const text = useTexts();
  const day = startsDay ? dayName(item.created_at, Date.now()) : null;
  return (
    <>
      {day === null ? null : (
        <p className="ob-chat-day">
          <span>{day.day === 'other' ? day.text : text(`chat.${day.day}`)}</span>
        </p>
      )}
      {startsUnread ? (
        <p className="ob-chat-unread-line">
          <span>{text('chat.newLine')}</span>
        </p>
      ) : null}
      {isPending(item) ? (
        <PendingRow item={item} startsGroup={props.startsGroup} actions={props.actions} />
      ) : (
        <StoredRow {...props} item={item} />
      )}
    </>
  );
});

function StoredRow(props: MessageRowProps & { item: Message }): ReactNode {
  const { item, viewerId, startsGroup, actions, isHighlighted, query } = props;
  const text = useTexts();
  const [isReacting, setReacting] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const longPress = useLongPress(() => setMenuOpen(true));
  const isOwn = item.sender.id === viewerId;
  const name = isOwn ? text('chat.you') : item.sender.first_name;
  const visibility = visibilityOf(item, viewerId);
  if (messageForm(item) === 'activity' && visibility === 'normal') {
    return (
      <article className="ob-message-notice" aria-label={item.message} tabIndex={-1}>
        {item.message}
      </article>
    );
  }
  function onAction(action: MenuAction): void {
    if (action === 'react') setReacting(true);
    else actions.onAction(action, item);
  }

  /** The row itself has the focus: R answers, E reacts, Enter shows all that can be done. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const allowed = allowedActions(item, viewerId);
    const key = event.key.toLowerCase();
    if (key === 'r' && allowed.includes('reply')) onAction('reply');
    else if (key === 'e' && allowed.includes('react')) onAction('react');
    else if (key === 'enter' && allowed.length > 0) setMenuOpen(true);
    else return;
    event.preventDefault();
  }

  return (
    <article
      className="ob-message"
      data-own={isOwn || undefined}
      data-starts={startsGroup || undefined}
      data-status={visibility}
      data-highlighted={isHighlighted || undefined}
      aria-label={`${name}, ${formatMessageTime(item.created_at)}`}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {isOwn ? null : (
        <span className="ob-message-avatar">
          {startsGroup ? <Avatar name={name} src={item.sender.dp} /> : null}
        </span>
      )}
      <div className="ob-message-body">
        {startsGroup ? (
          <p className="ob-message-head">
            <span className="ob-message-name">{name}</span>
            <time dateTime={item.created_at} title={formatTooltip(item.created_at)}>
              {formatMessageTime(item.created_at)}
            </time>
          </p>
        ) : null}
        <div className="ob-message-line">
          <div className="ob-message-bubble" {...longPress}>
            <Content message={item} name={name} visibility={visibility} actions={actions} query={query} />
            {isOwn && visibility === 'normal' ? <Ticks message={item} /> : null}
          </div>
          <MessageActions
            message={item}
            viewerId={viewerId}
            onAction={onAction}
            open={isMenuOpen}
            onOpenChange={setMenuOpen}
          />
        </div>
        {isReacting ? (
          <QuickReactions
            onClose={() => setReacting(false)}
            onChoose={(emoji) => {
              setReacting(false);
              actions.onReact(item, emoji);
            }}
          />
        ) : null}
        {visibility === 'normal' ? (
          <Reactions message={item} viewerId={viewerId} onReact={actions.onReact} />
        ) : null}
      </div>
    </article>
  );
}

function Content({
  message,
  name,
  visibility,
  actions,
  query,
}: {
  readonly message: Message;
  readonly name: string;
  readonly visibility: ReturnType<typeof visibilityOf>;
  readonly actions: RowActions;
  readonly query: string | undefined;
}): ReactNode {
  const text = useTexts();
  if (visibility === 'unsent') return <p className="ob-message-gone">{text('chat.unsent', { name })}</p>;
  if (visibility === 'blocked') return <p className="ob-message-gone">{text('chat.blocked')}</p>;
  return (
    <>
      {message.forwarded ? <p className="ob-message-forwarded">{text('chat.forwarded')}</p> : null}
      {message.reply_to === null ? null : (
        <button
          type="button"
          className="ob-message-quote"
          onClick={() => actions.onQuote(message.reply_to?.id ?? 0)}
        >
          <span className="ob-message-name">{message.reply_to.sender.first_name}</span>
          <span dir="auto">
            {message.reply_to.delete_from_everyone
              ? text('chat.unsent', { name: message.reply_to.sender.first_name })
              : message.reply_to.message || kindText(text, message.reply_to.message_type)}
          </span>
        </button>
      )}
      <MessageMedia
        message={message}
        onZoom={actions.onZoom}
        onDownload={actions.onDownload}
        onRenew={actions.onRenew}
      />
      {message.message === '' ? null : <MessageText text={message.message} query={query} />}
      {messageForm(message) === 'unsupported' && message.message === '' ? (
        <p className="ob-message-gone">{text('chat.unsupported')}</p>
      ) : null}
    </>
  );
}

function Ticks({ message }: { readonly message: Message }): ReactNode {
  const text = useTexts();
  const tick = tickOf(message);
  const label = text(
    tick === 'sent' ? 'chat.tickSent' : tick === 'delivered' ? 'chat.tickDelivered' : 'chat.tickSeen',
  );
  const Icon = tick === 'sent' ? Check : CheckCheck;
  return (
    <span className="ob-message-tick" data-status={tick} role="img" aria-label={label} title={label}>
      <Icon size={14} aria-hidden="true" />
    </span>
  );
}

function Reactions({
  message,
  viewerId,
  onReact,
}: {
  readonly message: Message;
  readonly viewerId: number;
  readonly onReact: RowActions['onReact'];
}): ReactNode {
  if (message.reactions.length === 0) return null;
  const byEmoji = new Map<string, Message['reactions'][number]['user'][]>();
  for (const { emoji, user } of message.reactions) byEmoji.set(emoji, [...(byEmoji.get(emoji) ?? []), user]);
  const isOwn = message.sender.id === viewerId;
  return (
    <ul className="ob-message-reactions">
      {[...byEmoji].map(([emoji, users]) => {
        const names = users.map((user) => user.first_name).join(', ');
        const content = (
          <>
            <span aria-hidden="true">{emoji}</span>{' '}
            {users.length > 1 ? <span aria-hidden="true">{users.length}</span> : null}
          </>
        );
        return (
          <li key={emoji}>
            {isOwn ? (
              <span
                className="ob-message-reaction"
                role="img"
                aria-label={`${emoji} ${users.length}, ${names}`}
                title={names}
              >
                {content}
              </span>
            ) : (
              <button
                type="button"
                className="ob-message-reaction"
                aria-label={`${emoji} ${users.length}, ${names}`}
                aria-pressed={users.some((user) => user.id === viewerId)}
                title={names}
                onClick={() => onReact(message, emoji)}
              >
                {content}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
