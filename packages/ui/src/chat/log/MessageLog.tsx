'use client';

import { isPending, type RowsSnapshot, type ThreadItem } from '@openbell/core/chat';
import { type AnchoredList, useAnchoredList, useBeforePaint, useIsAtEnd } from '@openbell/react-hooks';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../primitives/Button.tsx';
import { PartBoundary } from '../../primitives/PartBoundary.tsx';
import { Spinner } from '../../primitives/Spinner.tsx';
import { ErrorState } from '../../primitives/States.tsx';
import { useTexts } from '../../primitives/texts.tsx';
import { MessageRows } from './MessageRows.tsx';
import type { MessageLogProps } from './message-log.types.ts';
import { focusLastMessage } from './use-arrow-keys.ts';

/** Maximum distance from the end, in pixels, within which the log follows new messages. */
const endThreshold = 50;
/** Pixels above the first row, for 'More Messages', and below the last one. */
const paddingStart = 64;
const paddingEnd = 12;
/** Estimated height in pixels of an unmeasured row of one or two lines. */
const estimate = 56;

/**
 * A chat's messages. Only visible rows are rendered, and the scroll position is kept when messages arrive, change or
 * load.
 */
export function MessageLog(props: MessageLogProps): ReactNode {
  return (
    <PartBoundary>
      <Log {...props} />
    </PartBoundary>
  );
}

function Log(props: MessageLogProps): ReactNode {
  const { thread, state } = props;
  const text = useTexts();
  if (state.status === 'failed' && state.length === 0) {
    return (
      <div className="ob-chat-log-state">
        <ErrorState title={text('chat.threadFailed')} onRetry={() => void thread.reload()} />
      </div>
    );
  }
  if (state.status !== 'ready' && state.length === 0) {
    return (
      <div className="ob-chat-log-state">
        <Spinner size="large" label={text('chat.threadLoading')} />
      </div>
    );
  }
  return <OpenLog key={thread.chatId} {...props} />;
}

function OpenLog(props: MessageLogProps): ReactNode {
  const { thread, state, viewerId } = props;
  const { rows, firstUnreadId, highlight } = state;
  const isReady = state.status === 'ready';
  const unread = firstUnreadId === null ? -1 : rows.indexOf(firstUnreadId);
  const list = useAnchoredList({
    rows: thread,
    estimate,
    paddingStart,
    paddingEnd,
    endThreshold,
    openAt: isReady && unread >= 0 ? unread : undefined,
  });

  // Cached messages are shown before the unread position is known.
  const isPlaced = useRef(isReady);
  useBeforePaint(() => {
    if (isPlaced.current || !isReady) return;
    isPlaced.current = true;
    if (unread >= 0 && list.view().isAtEnd) list.scrollToIndex(unread, 'start');
  }, [isReady, unread, list]);

  // Always scroll to the viewer's own messages.
  const last = rows.at(rows.length - 1);
  const ownKey = last !== undefined && isPending(last) ? last.client_id : null;
  useBeforePaint(() => {
    if (ownKey !== null) list.scrollToEnd();
  }, [ownKey, list]);

  const jump = highlight?.jump ?? null;
  const jumpId = highlight?.id ?? null;
  useBeforePaint(() => {
    if (jump === null || jumpId === null) return;
    const index = thread.indexOf(jumpId);
    if (index >= 0) list.scrollToIndex(index, 'center');
  }, [jump, jumpId, thread, list]);

  useEffect(() => {
    const notify = (): void => {
      const { first, isAtEnd: isEnd } = list.view();
      const item = thread.at(first);
      const firstId = item === undefined || isPending(item) ? null : item.id;
      thread.setView({ firstId, isAtEnd: isEnd });
    };
    notify();
    return list.onView(notify);
  }, [list, thread]);

  return (
    <div className="ob-chat-log-frame">
      <MessageRows {...props} list={list} />
      <EndPill rows={rows} viewerId={viewerId} list={list} />
    </div>
  );
}

interface EndPillProps extends Pick<MessageLogProps, 'viewerId'> {
  readonly rows: RowsSnapshot;
  readonly list: AnchoredList<ThreadItem>;
}

/** Scrolls to the end, and shows how many messages have arrived since it was visible. */
function EndPill({ rows, viewerId, list }: EndPillProps): ReactNode {
  const text = useTexts();
  const isAtEnd = useIsAtEnd(list);
  const newestId = newestStored(rows);
  const [seenId, setSeenId] = useState<number | null>(null);
  if (isAtEnd && seenId !== newestId) setSeenId(newestId);
  const pill = useRef<HTMLButtonElement>(null);
  const [hasFocus, setFocus] = useState(false);
  const [isPressed, setPressed] = useState(false);
  useBeforePaint(() => {
    if (!isPressed || !isAtEnd) return;
    setPressed(false);
    if (pill.current?.matches(':focus')) focusLastMessage(pill.current.parentElement);
  }, [isPressed, isAtEnd]);
  const fresh = countAfter(rows, seenId, viewerId);
  // Always rendered, so that scrolling does not have to create it. Hiding a focused button would lose the focus.
  return (
    <Button
      ref={pill}
      hidden={isAtEnd && !hasFocus}
      className="ob-chat-pill"
      size="small"
      variant={fresh > 0 ? 'primary' : 'secondary'}
      icon={<ArrowDown size={16} aria-hidden="true" />}
      aria-label={fresh > 0 ? undefined : text('chat.toEnd')}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      onClick={() => {
        setPressed(true);
        list.scrollToEnd();
      }}
    >
      {fresh > 1 ? text('chat.newPill', { count: fresh }) : fresh === 1 ? text('chat.newPillOne') : undefined}
    </Button>
  );
}

function newestStored(rows: RowsSnapshot): number | null {
  for (let i = rows.length - 1; i >= 0; i -= 1) {
    const item = rows.at(i);
    if (item !== undefined && !isPending(item)) return item.id;
  }
  return null;
}

/** Counts messages of others after the newest one that was in view. */
function countAfter(rows: RowsSnapshot, seenId: number | null, viewerId: number): number {
  if (seenId === null) return 0;
  let count = 0;
  for (let i = rows.length - 1; i >= 0; i -= 1) {
    const item = rows.at(i);
    if (item === undefined || isPending(item)) continue;
    if (item.id <= seenId) break;
    if (item.sender.id !== viewerId) count += 1;
  }
  return count;
}
