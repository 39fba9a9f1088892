'use client';

import { type ChatThread, isPending } from '@openbell/core/chat';
import { type AnchoredList, useAnchoredList, useBeforePaint, useIsAtEnd } from '@openbell/react-hooks';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../primitives/Button.tsx';
import { Spinner } from '../primitives/Spinner.tsx';
import { ErrorState } from '../primitives/States.tsx';
import { useTexts } from '../primitives/texts.tsx';
import { MessageRows } from './MessageRows.tsx';
import type { MessageLogProps } from './message-log.types.ts';

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

function OpenLog({ thread, state, viewerId, actions, query, onLeaveDown }: MessageLogProps): ReactNode {
  const { length, firstUnreadId, highlight } = state;
  const isReady = state.status === 'ready';
  const unread = firstUnreadId === null ? -1 : thread.indexOf(firstUnreadId);
  const list = useAnchoredList({
    rows: thread,
    count: length,
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
  const last = thread.at(length - 1);
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
      <MessageRows
        list={list}
        thread={thread}
        state={state}
        viewerId={viewerId}
        actions={actions}
        query={query}
        onLeaveDown={onLeaveDown}
      />
      <EndPill thread={thread} state={state} viewerId={viewerId} list={list} />
    </div>
  );
}

interface EndPillProps extends Pick<MessageLogProps, 'thread' | 'state' | 'viewerId'> {
  readonly list: AnchoredList;
}

/** Scrolls to the end, and shows how many messages have arrived since it was visible. */
function EndPill({ thread, state: { length }, viewerId, list }: EndPillProps): ReactNode {
  const text = useTexts();
  const isAtEnd = useIsAtEnd(list);
  const newestId = newestStored(thread, length);
  const [seenId, setSeenId] = useState<number | null>(null);
  useEffect(() => {
    if (isAtEnd) setSeenId(newestId);
  }, [isAtEnd, newestId]);
  const fresh = countAfter(thread, { length, seenId, viewerId });
  // Always there, hidden at the end: who begins to scroll does not wait until it is made.
  return (
    <Button
      hidden={isAtEnd}
      className="ob-chat-pill"
      size="small"
      variant={fresh > 0 ? 'primary' : 'secondary'}
      icon={<ArrowDown size={16} aria-hidden="true" />}
      aria-label={fresh > 0 ? undefined : text('chat.toEnd')}
      onClick={list.scrollToEnd}
    >
      {fresh > 1 ? text('chat.newPill', { count: fresh }) : fresh === 1 ? text('chat.newPillOne') : undefined}
    </Button>
  );
}

function newestStored(thread: ChatThread, length: number): number | null {
  for (let i = length - 1; i >= 0; i -= 1) {
    const item = thread.at(i);
    if (item !== undefined && !isPending(item)) return item.id;
  }
  return null;
}

/** Counts messages of others after the newest one that was in view. */
function countAfter(
  thread: ChatThread,
  {
    length,
    seenId,
    viewerId,
  }: { readonly length: number; readonly seenId: number | null; readonly viewerId: number },
): number {
  if (seenId === null) return 0;
  let count = 0;
  for (let i = length - 1; i >= 0; i -= 1) {
    const item = thread.at(i);
    if (item === undefined || isPending(item)) continue;
    if (item.id <= seenId) break;
    if (item.sender.id !== viewerId) count += 1;
  }
  return count;
}
