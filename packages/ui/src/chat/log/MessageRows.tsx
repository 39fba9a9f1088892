'use client';

import {
  type ChatThread,
  frameRow,
  isPending,
  itemKey,
  type ThreadItem,
  type ThreadState,
} from '@openbell/core/chat';
import { type AnchoredList, useAnchoredRows } from '@openbell/react-hooks';
import { type ReactElement, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../primitives/Button.tsx';
import { useTexts } from '../../primitives/texts.tsx';
import { MessageRow, type RowActions, type RowTool } from '../message/MessageRow.tsx';
import type { MessageLogProps } from './message-log.types.ts';
import { useArrowKeys } from './use-arrow-keys.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useLongPress } from './use-long-press.ts';

export interface MessageRowsProps extends MessageLogProps {
  readonly list: AnchoredList<ThreadItem>;
}

/** The rows near the viewport, inside the scroll container. It renders on scroll; memoized rows mostly do not. */
export function MessageRows(props: MessageRowsProps): ReactNode {
  const { list, thread, state, viewerId, query, isReadOnly } = props;
  const text = useTexts();
  const { rows: items, range, scrollerRef, contentRef, spaceRef } = useAnchoredRows(list);
  const actions = useStableActions(props.actions);
  const [tool, setTool] = useState<RowTool | null>(null);
  const changeTool = useCallback((next: RowTool | null): void => {
    // The menu closes after 'React' was chosen in it: keep the tool that it opened.
    const isClosing = next?.kind === 'menu' && !next.isOpen;
    setTool((now) => (isClosing && now?.kind === 'reactions' ? now : next));
  }, []);
  const longPress = useLongPress((target) => {
    const key =
      target.closest<HTMLElement>('.ob-message-bubble, .ob-message-notice-text') &&
      target.closest<HTMLElement>('[data-key]')?.dataset.key;
    if (key && !isReadOnly) changeTool({ key, kind: 'menu', isOpen: true });
  });
  const onKeyDown = useArrowKeys(list.scrollToIndex, props.onLeaveDown);
  const keptFocus = useKeptFocus(scrollerRef);
  const { firstUnreadId, hasOlder } = state;
  const marked = state.highlight?.id ?? null;

  const rows: ReactElement[] = [];
  let before = items.at(range.start - 1);
  for (let index = range.start; index < range.end; index += 1) {
    const item = items.at(index);
    if (item === undefined) continue;
    const frame = frameOf(item, before, { viewerId, unread: firstUnreadId });
    const key = itemKey(item);
    rows.push(
      <MessageRow
        key={key}
        item={item}
        viewerId={viewerId}
        actions={actions}
        isHighlighted={marked !== null && !isPending(item) && item.id === marked}
        query={query}
        isReadOnly={isReadOnly}
        // Older messages may belong to the same day as the first row. A divider that disappears would shift the text.
        startsDay={frame.startsDay && !(index === 0 && hasOlder)}
        startsGroup={frame.startsGroup}
        startsUnread={frame.startsUnread}
        tool={tool?.key === key ? tool : null}
        onTool={changeTool}
      />,
    );
    before = item;
  }
  return (
    <div
      ref={scrollerRef}
      className="ob-chat-log"
      role="log"
      aria-label={text('chat.messages')}
      aria-live="off"
      onKeyDown={(event) => onKeyDown(event, range)}
      {...keptFocus}
      {...longPress}
    >
      <div className="ob-chat-log-length">
        <div className="ob-chat-log-head">
          <LogHead thread={thread} state={state} />
        </div>
        <div ref={contentRef} className="ob-chat-log-rows">
          {rows}
          <div ref={spaceRef} className="ob-chat-log-space" />
        </div>
      </div>
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

type Frame = ReturnType<typeof frameRow>;

/** Formatting dates is slow, and rows ask for their frame on every render. */
const frames = new WeakMap<
  ThreadItem,
  {
    readonly before: ThreadItem | undefined;
    readonly unread: number | null;
    readonly viewerId: number;
    readonly frame: Frame;
  }
>();

function frameOf(
  item: ThreadItem,
  before: ThreadItem | undefined,
  { viewerId, unread }: { readonly viewerId: number; readonly unread: number | null },
): Frame {
  const known = frames.get(item);
  if (known?.before === before && known?.unread === unread && known.viewerId === viewerId) return known.frame;
  const frame = frameRow(item, before, { viewerId, firstUnreadId: unread });
  frames.set(item, { before, unread, viewerId, frame });
  return frame;
}

/** Returns the same object as long as the emoji are the same; its methods call the latest callbacks. */
function useStableActions(actions: RowActions): RowActions {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const { emoji } = actions;
  return useMemo<RowActions>(
    () => ({
      onAction: (...args) => latest.current.onAction(...args),
      onReact: (...args) => latest.current.onReact(...args),
      onRetry: (id) => latest.current.onRetry(id),
      onDiscard: (id) => latest.current.onDiscard(id),
      onQuote: (id) => latest.current.onQuote(id),
      onCancel: (id) => latest.current.onCancel(id),
      onZoom: (...args) => latest.current.onZoom(...args),
      onDownload: (...args) => latest.current.onDownload(...args),
      onRenew: (id) => latest.current.onRenew(id),
      onFailed: () => latest.current.onFailed(),
      emoji,
    }),
    [emoji],
  );
}
