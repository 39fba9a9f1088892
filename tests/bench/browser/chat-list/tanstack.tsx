import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useLayoutEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import type { ListContender } from './contender.ts';
import { SimpleRow } from './simple-row.tsx';
import { store, useMessages } from './use-messages.ts';

/** Follows its guide for chats: anchored to the end, scrolls to appended messages. */
function List(): ReactNode {
  const messages = useMessages();
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: messages.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => messages[index]?.id ?? index, [messages]),
    estimateSize: () => 90,
    overscan: 6,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: 50,
  });
  useLayoutEffect(() => virtualizer.scrollToEnd(), [virtualizer]);
  return (
    <div className="list" ref={scroller}>
      <div style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const message = messages[index];
          return message === undefined ? null : (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className="place"
              style={{ position: 'absolute', insetInline: 0, transform: `translateY(${start}px)` }}
            >
              <SimpleRow message={message} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

export const contender: ListContender = {
  prepare: store.prepare,
  mount: (host) => createRoot(host).render(<List />),
  append: store.append,
  prepend: store.prepend,
  scroller: '.list',
  row: '.place',
};
