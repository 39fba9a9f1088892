import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Virtuoso } from 'react-virtuoso';
import type { ListContender } from './contender.ts';
import { SimpleRow } from './simple-row.tsx';
import { store, useMessages } from './use-messages.ts';

const firstIndex = 1_000_000;

/** Follows its guide for chats: `firstItemIndex` decreases by the number of prepended messages. */
function List(): ReactNode {
  const messages = useMessages();
  return (
    <Virtuoso
      className="list"
      data={messages}
      firstItemIndex={firstIndex - store.prepended()}
      initialTopMostItemIndex={{ index: 'LAST', align: 'end' }}
      computeItemKey={(_, message) => message.id}
      itemContent={(_, message) => <SimpleRow message={message} />}
      increaseViewportBy={300}
      followOutput
    />
  );
}

export const contender: ListContender = {
  prepare: store.prepare,
  mount: (host) => createRoot(host).render(<List />),
  append: store.append,
  prepend: store.prepend,
  scroller: '[data-virtuoso-scroller]',
  row: '[data-item-index]',
};
