'use client';

import {
  type ChatThread,
  frameRow,
  isPending,
  itemKey,
  type ThreadItem,
  type ThreadState,
} from '@openbell/core/chat';
import { useVirtualList } from '@openbell/react-hooks';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../primitives/Button.tsx';
import { Spinner } from '../primitives/Spinner.tsx';
import { ErrorState } from '../primitives/States.tsx';
import { useTexts } from '../primitives/texts.tsx';
import { MessageRow, type RowActions } from './MessageRow.tsx';
import { useArrowKeys } from './use-arrow-keys.ts';

/** Props of {@link MessageLog}. */
export interface MessageLogProps {
  readonly thread: ChatThread;
  readonly state: ThreadState;
  readonly viewerId: number;
  readonly actions: RowActions;
  /** What is searched for. */
  readonly query?: string | undefined;
  /** ArrowDown past the last message. */
  readonly onLeaveDown?: (() => void) | undefined;
}

/** Pixels from the end within which new messages are followed (product.md 9). */
const endThreshold = 50;
/** Room for 'More Messages' before the first row. */
const headRoom = 64;

/** A chat's messages: only the visible ones are drawn, and nothing jumps when older ones come. */
export function MessageLog(props: MessageLogProps): ReactNode {
  const { thread, state, viewerId, actions, query } = props;
  const text = useTexts();
  const { length, revision, firstUnreadId, status, highlight } = state;
  const getKey = useCallback(
    // A new revision may have put other rows at these indexes: the list must ask again.
    (index: number) => rowKey(thread.at(index), index, revision),
    [thread, revision],
  );
  const list = useVirtualList({
    count: length,
    getKey,
    estimateSize: () => 52,
    overscan: 8,
    paddingStart: headRoom,
    paddingEnd: 12,
    anchorTo: 'end',
    endThreshold,
  });
  const { scrollToIndex, scrollToEnd, isAtEnd, isAttached } = list;
  const [atEnd, setAtEnd] = useState(true);
  const wasAtEnd = useRef(true);
  const frame = useRef<HTMLDivElement>(null);
  const [seenId, setSeenId] = useState<number | null>(null);
  const isPlaced = useRef(false);
  const isReady = status === 'ready';

  useLayoutEffect(() => {
    if (isPlaced.current || !isAttached || !isReady || length === 0) return;
    isPlaced.current = true;
    const unread = firstUnreadId === null ? -1 : thread.indexOf(firstUnreadId);
    if (unread >= 0) scrollToIndex(unread, 'start');
    else scrollToEnd();
  }, [isAttached, isReady, length, firstUnreadId, thread, scrollToIndex, scrollToEnd]);

  // What this person sends is always shown.
  const last = thread.at(length - 1);
  const ownKey = last !== undefined && isPending(last) ? last.client_id : null;
  useLayoutEffect(() => {
    if (ownKey !== null) scrollToEnd();
  }, [ownKey, scrollToEnd]);

  const jump = highlight?.jump ?? null;
  const jumpId = highlight?.id ?? null;
  useLayoutEffect(() => {
    if (jump === null || jumpId === null) return;
    const index = thread.indexOf(jumpId);
    if (index >= 0) scrollToIndex(index, 'center');
  }, [jump, jumpId, thread, scrollToIndex]);

  const newestId = newestStored(thread, length);
  const firstRow = list.rows[0];
  const firstVisible = firstRow === undefined ? undefined : thread.at(firstRow.index);
  const firstId = firstVisible === undefined || isPending(firstVisible) ? null : firstVisible.id;
  const look = useCallback(() => {
    const isEnd = isAtEnd();
    wasAtEnd.current = isEnd;
    setAtEnd(isEnd);
    if (isEnd) setSeenId(newestId);
    if (isPlaced.current) thread.setView({ firstId, isAtEnd: isEnd });
  }, [isAtEnd, newestId, firstId, thread]);
  // After every change of rows the place is looked at again: following may have kept the end in view.
  useEffect(() => {
    if (revision >= 0) look();
  }, [look, revision]);

  // The composer grows, a keyboard opens: who was at the end stays there.
  useEffect(() => {
    const element = frame.current;
    if (!isAttached || element === null || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => {
      if (wasAtEnd.current) scrollToEnd();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isAttached, scrollToEnd]);

  const fresh = atEnd ? 0 : countAfter(thread, length, seenId, viewerId);
  const rowActions: RowActions = useStableActions(actions);
  const onKeyDown = useArrowKeys(scrollToIndex, length, props.onLeaveDown);

  if (status === 'failed' && length === 0) {
    return (
      <div className="ob-chat-log-state">
        <ErrorState title={text('chat.threadFailed')} onRetry={() => void thread.reload()} />
      </div>
    );
  }
  if (!isReady && length === 0) {
    return (
      <div className="ob-chat-log-state">
        <Spinner size="large" label={text('chat.threadLoading')} />
      </div>
    );
  }
  return (
    <div className="ob-chat-log-frame" ref={frame}>
      <div
        ref={list.scrollRef}
        className="ob-chat-log"
        role="log"
        aria-label={text('chat.messages')}
        aria-live="off"
        onScroll={look}
        onKeyDown={onKeyDown}
      >
        <div className="ob-chat-log-rows" style={{ height: list.totalSize }}>
          <div className="ob-chat-log-head">
            <LogHead thread={thread} state={state} />
          </div>
          {list.rows.map(({ key, index, start }) => {
            const item = thread.at(index);
            if (item === undefined) return null;
            const frame = frameRow(item, thread.at(index - 1), viewerId, firstUnreadId);
            // Whether a day begins with the first row is not known while older ones may come; a divider that went
            // again would move what is being read.
            const startsDay = frame.startsDay && !(index === 0 && state.hasOlder);
            return (
              <div
                key={key}
                ref={list.measureRef}
                data-index={index}
                className="ob-chat-row"
                style={{ transform: `translateY(${start}px)` }}
              >
                <MessageRow
                  item={item}
                  viewerId={viewerId}
                  actions={rowActions}
                  isHighlighted={jumpId !== null && !isPending(item) && item.id === jumpId}
                  query={query}
                  {...frame}
                  startsDay={startsDay}
                />
              </div>
            );
          })}
        </div>
      </div>
      {atEnd ? null : (
        <Button
          className="ob-chat-pill"
          size="small"
          variant={fresh > 0 ? 'primary' : 'secondary'}
          icon={<ArrowDown size={16} aria-hidden="true" />}
          aria-label={fresh > 0 ? undefined : text('chat.toEnd')}
          onClick={() => scrollToEnd()}
        >
          {fresh > 1
            ? text('chat.newPill', { count: fresh })
            : fresh === 1
              ? text('chat.newPillOne')
              : undefined}
        </Button>
      )}
    </div>
  );
}

function LogHead({ thread, state }: { readonly thread: ChatThread; readonly state: ThreadState }): ReactNode {
  const text = useTexts();
  if (!state.hasOlder) return <p className="ob-chat-start">{text('chat.start')}</p>;
  return (
    <>
      {state.older === 'failed' ? <p role="alert">{text('chat.olderFailed')}</p> : null}
      <Button size="small" busy={state.older === 'loading'} onClick={() => void thread.loadOlder()}>
        {text('chat.more')}
      </Button>
    </>
  );
}

function rowKey(item: ThreadItem | undefined, index: number, revision: number): string {
  return item === undefined ? `gone-${revision}-${index}` : itemKey(item);
}

function newestStored(thread: ChatThread, length: number): number | null {
  for (let i = length - 1; i >= 0; i -= 1) {
    const item = thread.at(i);
    if (item !== undefined && !isPending(item)) return item.id;
  }
  return null;
}

/** Messages of others after the newest one that was in view. */
function countAfter(thread: ChatThread, length: number, seenId: number | null, viewerId: number): number {
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

/** The same object at each render, calling what was given last. */
function useStableActions(actions: RowActions): RowActions {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const [stable] = useState<RowActions>(() => ({
    onAction: (...args) => latest.current.onAction(...args),
    onReact: (...args) => latest.current.onReact(...args),
    onRetry: (id) => latest.current.onRetry(id),
    onDiscard: (id) => latest.current.onDiscard(id),
    onQuote: (id) => latest.current.onQuote(id),
    onCancel: (id) => latest.current.onCancel(id),
    onZoom: (...args) => latest.current.onZoom(...args),
    onDownload: (...args) => latest.current.onDownload(...args),
    onRenew: (id) => latest.current.onRenew(id),
  }));
  return stable;
}
