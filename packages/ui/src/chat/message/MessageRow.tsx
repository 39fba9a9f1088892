'use client';

import type { Texts } from '@openbell/core/catalogue';
import {
  allowedActions,
  dayName,
  formatMessageTime,
  formatTooltip,
  isPending,
  itemKey,
  type MenuAction,
  messageForm,
  type RowFrame,
  type ThreadItem,
  tickOf,
  visibilityOf,
} from '@openbell/core/chat';
import type { Emoji } from '@openbell/core/chat/emoji';
import type { Message } from '@openbell/core/contract';
import {
  type ButtonHTMLAttributes,
  type KeyboardEvent,
  memo,
  type ReactElement,
  type ReactNode,
} from 'react';
import { Avatar } from '../../primitives/Avatar.tsx';
import { pressedKey } from '../../primitives/pressed-key.ts';
import { useTexts } from '../../primitives/texts.tsx';
import { MessageMedia } from '../media/MessageMedia.tsx';
import { personName } from '../texts/person-name.ts';
import { quoteName, quoteText } from '../texts/quote-text.ts';
import type { MessageActionsProps } from './MessageActions.tsx';
import { MessageText } from './MessageText.tsx';
import { PendingRow } from './PendingRow.tsx';
import { QuickReactions } from './QuickReactions.tsx';
import { usePopups } from './use-popups.ts';
import { useToday } from './use-today.ts';

/** The callbacks of a row. Pass the same object on each render, so that only changed rows are rendered again. */
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
  /** Called when a menu fails to load. */
  readonly onFailed: () => void;
  /** The emoji to react with; without them only the quick reactions. */
  readonly emoji?: Emoji | undefined;
}

/** The open tool of a row; there is one in the whole log. A closed menu stays mounted so that the focus can return. */
export interface RowTool {
  /** The row's `itemKey`. */
  readonly key: string;
  readonly kind: 'menu' | 'reactions';
  readonly isOpen: boolean;
}

export interface MessageRowProps extends RowFrame {
  readonly item: ThreadItem;
  readonly viewerId: number;
  readonly actions: RowActions;
  /** Whether a jump has just ended at this row. */
  readonly isHighlighted?: boolean | undefined;
  /** The search query. */
  readonly query?: string | undefined;
  /** Offers no actions. */
  readonly isReadOnly?: boolean | undefined;
  /** The tool open at this row. */
  readonly tool: RowTool | null;
  readonly onTool: (tool: RowTool | null) => void;
}

/**
 * One row of a thread: the day or 'New messages' divider before it, and the message. Hundreds of rows mount and unmount
 * while scrolling, so a row holds no state and mounts its menu on demand.
 */
export const MessageRow: (props: MessageRowProps) => ReactNode = memo(function MessageRow(
  props: MessageRowProps,
): ReactNode {
  const { item, startsDay, startsUnread } = props;
  const text = useTexts();
  return (
    <div className="ob-chat-row" data-key={itemKey(item)}>
      {startsDay && item.created_at !== null ? <DayLine instant={item.created_at} /> : null}
      {startsUnread ? (
        <p className="ob-chat-unread-line">
          <span>{text('chat.newLine')}</span>
        </p>
      ) : null}
      {isPending(item) ? (
        <PendingRow
          item={item}
          viewerId={props.viewerId}
          startsGroup={props.startsGroup}
          actions={props.actions}
        />
      ) : (
        <StoredRow {...props} item={item} />
      )}
    </div>
  );
});

function DayLine({ instant }: { readonly instant: string }): ReactNode {
  const text = useTexts();
  const day = dayName(instant, useToday());
  return (
    <p className="ob-chat-day">
      <span>{day.day === 'other' ? day.text : text(`chat.${day.day}`)}</span>
    </p>
  );
}

function StoredRow(props: MessageRowProps & { item: Message }): ReactNode {
  const { item, viewerId, startsGroup, actions, isHighlighted, query, isReadOnly, tool, onTool } = props;
  const text = useTexts();
  const isOwn = item.sender.id === viewerId;
  const name = isOwn ? text('chat.you') : personName(text, item.sender);
  const visibility = visibilityOf(item, viewerId);
  const hasTick = isOwn && visibility === 'normal';
  const key = itemKey(item);
  function setMenuOpen(isOpen: boolean): void {
    onTool({ key, kind: 'menu', isOpen });
  }

  function onAction(action: MenuAction): void {
    if (action === 'react') onTool({ key, kind: 'reactions', isOpen: true });
    else actions.onAction(action, item);
  }

  /** While the row itself has the focus: R replies, E reacts, Enter opens the menu. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const allowed = isReadOnly ? [] : allowedActions(item, viewerId);
    const pressed = pressedKey(event);
    if (pressed === 'r' && allowed.includes('reply')) onAction('reply');
    else if (pressed === 'e' && allowed.includes('react')) onAction('react');
    else if (pressed === 'Enter' && allowed.length > 0) setMenuOpen(true);
    else return;
    event.preventDefault();
  }

  const menu =
    tool?.kind === 'menu' ? (
      <RowMenu
        message={item}
        viewerId={viewerId}
        onAction={onAction}
        open={tool.isOpen}
        onOpenChange={setMenuOpen}
        onFailed={() => {
          onTool(null);
          actions.onFailed();
        }}
      />
    ) : visibility === 'deleted' || isReadOnly ? null : (
      <ActionsButton onClick={() => setMenuOpen(true)} />
    );

  if (messageForm(item) === 'activity' && visibility === 'normal') {
    return (
      <article className="ob-message-notice" aria-label={item.message} tabIndex={-1} onKeyDown={onKeyDown}>
        <span className="ob-message-notice-text">
          <span>{item.message}</span>
          {menu}
        </span>
      </article>
    );
  }
  return (
    <article
      className="ob-message"
      data-own={isOwn || undefined}
      data-starts={startsGroup || undefined}
      data-status={visibility}
      data-highlighted={isHighlighted || undefined}
      aria-label={[name, formatMessageTime(item.created_at)].filter(Boolean).join(', ')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {startsGroup ? <RowHead item={item} name={name} isOwn={isOwn} /> : null}
      <div className="ob-message-bubble" data-tick={hasTick ? tickPlace(item) : undefined}>
        {contentOf({ message: item, text, name, visibility, viewerId, actions, query })}
        {hasTick ? <Ticks message={item} /> : null}
        {menu}
      </div>
      {tool?.kind === 'reactions' ? (
        <QuickReactions
          emoji={actions.emoji}
          onFailed={actions.onFailed}
          onClose={() => onTool(null)}
          onChoose={(emoji) => {
            onTool(null);
            actions.onReact(item, emoji);
          }}
        />
      ) : null}
      {item.reactions.length === 0 || visibility !== 'normal' ? null : (
        <Reactions message={item} viewerId={viewerId} onReact={isReadOnly ? undefined : actions.onReact} />
      )}
    </article>
  );
}

/** The sender and time above the first message of a group. */
function RowHead({
  item,
  name,
  isOwn,
}: {
  readonly item: Message;
  readonly name: string;
  readonly isOwn: boolean;
}): ReactNode {
  return (
    <>
      {isOwn ? null : <Avatar className="ob-message-avatar" name={name} src={item.sender.dp} />}
      <p className="ob-message-head">
        <span className="ob-message-name">{name}</span>
        {item.created_at === null ? null : (
          <time dateTime={item.created_at} title={formatTooltip(item.created_at)}>
            {formatMessageTime(item.created_at)}
          </time>
        )}
      </p>
    </>
  );
}

function ActionsButton(props: ButtonHTMLAttributes<HTMLButtonElement>): ReactNode {
  const title = useTexts()('chat.actions');
  return (
    <button type="button" className="ob-message-actions" title={title} aria-haspopup="menu" {...props} />
  );
}

/** Replaces the button with the menu once that is loaded. */
function RowMenu(props: MessageActionsProps & { readonly onFailed: () => void }): ReactNode {
  const popups = usePopups(true, props.onFailed);
  return popups === null ? <ActionsButton aria-busy="true" /> : <popups.MessageActions {...props} />;
}

function contentOf({
  message,
  text,
  name,
  visibility,
  viewerId,
  actions,
  query,
}: {
  readonly message: Message;
  readonly text: Texts;
  readonly name: string;
  readonly visibility: ReturnType<typeof visibilityOf>;
  readonly viewerId: number;
  readonly actions: RowActions;
  readonly query: string | undefined;
}): ReactElement {
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
          <span className="ob-message-name">{quoteName(text, message.reply_to, viewerId)}</span>
          <span dir="auto">{quoteText(text, message.reply_to, viewerId)}</span>
        </button>
      )}
      {message.media.length === 0 ? null : (
        <MessageMedia
          message={message}
          onZoom={actions.onZoom}
          onDownload={actions.onDownload}
          onRenew={actions.onRenew}
        />
      )}
      {message.message === '' ? null : <MessageText text={message.message} query={query} />}
      {messageForm(message) === 'unsupported' && message.message === '' ? (
        <p className="ob-message-gone">{text('chat.unsupported')}</p>
      ) : null}
    </>
  );
}

/** The tick has its own line below files; next to text it shares the last line. */
function tickPlace(message: Message): 'beside' | 'below' {
  return message.message === '' && message.media.length > 0 ? 'below' : 'beside';
}

/** Shared elements: React skips them when a row renders again. */
const tickIcons = {
  sent: tickIcon('M20 6 9 17l-5-5'),
  delivered: tickIcon('M18 6 7 17l-5-5m20-2-7.500 7.500L13 16'),
};

function tickIcon(path: string): ReactNode {
  return (
    <svg className="ob-tick-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

function Ticks({ message }: { readonly message: Message }): ReactNode {
  const text = useTexts();
  const tick = tickOf(message);
  const label = text(
    tick === 'sent' ? 'chat.tickSent' : tick === 'delivered' ? 'chat.tickDelivered' : 'chat.tickSeen',
  );
  return (
    <span className="ob-message-tick" data-status={tick} role="img" aria-label={label} title={label}>
      {tick === 'sent' ? tickIcons.sent : tickIcons.delivered}
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
  /** Absent where the viewer cannot react. */
  readonly onReact: RowActions['onReact'] | undefined;
}): ReactNode {
  const text = useTexts();
  const byEmoji = new Map<string, Message['reactions'][number]['user'][]>();
  for (const { emoji, user } of message.reactions) byEmoji.set(emoji, [...(byEmoji.get(emoji) ?? []), user]);
  const isOwn = message.sender.id === viewerId;
  return (
    <ul className="ob-message-reactions">
      {[...byEmoji].map(([emoji, users]) => {
        const names = users.map((user) => personName(text, user)).join(', ');
        const content = (
          <>
            <span aria-hidden="true">{emoji}</span>{' '}
            {users.length > 1 ? <span aria-hidden="true">{users.length}</span> : null}
          </>
        );
        return (
          <li key={emoji}>
            {isOwn || onReact === undefined ? (
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
