import '@chatscope/chat-ui-kit-styles/dist/default/styles.min.css';
import { Message, MessageList } from '@chatscope/chat-ui-kit-react';
import { memo, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { ListContender } from './contender.ts';
import { viewer } from './data.ts';
import { store, useMessages } from './use-messages.ts';

const Row = memo(Message);

function List(): ReactNode {
  const messages = useMessages();
  return (
    <div style={{ height: 800 }}>
      <MessageList>
        {messages.map((message) => (
          <Row
            key={message.id}
            model={{
              message: message.message,
              sender: message.sender.first_name,
              sentTime: message.created_at ?? '',
              direction: message.sender.id === viewer.id ? 'outgoing' : 'incoming',
              position: 'single',
            }}
          >
            {message.media[0] === undefined ? null : (
              <Message.Header>
                <img src={message.media[0].file} alt="" style={{ maxWidth: 320 }} />
              </Message.Header>
            )}
          </Row>
        ))}
      </MessageList>
    </div>
  );
}

export const contender: ListContender = {
  prepare: store.prepare,
  mount: (host) => createRoot(host).render(<List />),
  append: store.append,
  prepend: store.prepend,
  scroller: '.cs-message-list__scroll-wrapper',
  row: '.cs-message',
};
