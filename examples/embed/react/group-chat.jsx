import { createOpenbell } from '@openbell/core';
import { OpenbellProvider } from '@openbell/react-hooks';
import { ChatScreen } from '@openbell/ui/chat';
import { createRoot } from 'react-dom/client';
import '@openbell/ui/styles.css';

createRoot(document.getElementById('root')).render(
  <OpenbellProvider openbell={createOpenbell({ apiUrl: '/api' })}>
    <ChatScreen chatType="GR" chatId={Number(location.search.slice(1)) || null} hrefOf={(id) => `?${id}`} />
  </OpenbellProvider>,
);
