import { isPending } from '@openbell/core/chat';
import { createEmoji } from '@openbell/core/chat/emoji';
import { useChat, useFirstSteps, useOpenbell, useSession } from '@openbell/react-hooks';
import { ChatScreen } from '@openbell/ui/chat';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { ChatPart } from '../../site/members/ChatPart.tsx';
import { useIsOfflineStart } from '../../site/members/offline-start.tsx';
import { AppLink } from '../../site/routing/AppLink.tsx';
import '@openbell/ui/styles/chat.css';

/** /chat, /chat/{id} (group) and /personal-chat, /personal-chat/{id}. */
export default function ChatPage(): ReactNode {
  return (
    <ChatPart>
      <Chats />
    </ChatPart>
  );
}

function Chats(): ReactNode {
  const { pathname, state } = useLocation();
  const { id } = useParams();
  const navigate = useNavigate();
  const { session } = useOpenbell();
  const [emoji] = useState(() => createEmoji({ url: '/emoji', storage: session.cache }));
  const isOffline = useIsOfflineStart();
  const base = pathname.startsWith('/personal-chat') ? '/personal-chat' : '/chat';
  // On a phone, Back goes to the list; opening the page goes to the first chat.
  const staysOnList = (state as { list?: boolean } | null)?.list === true;
  const openFirst = useCallback(
    (chatId: number) => void navigate(`${base}/${chatId}`, { replace: true }),
    [navigate, base],
  );
  const chatId = id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : id === undefined ? null : -1;
  return (
    <>
      {base === '/chat' && chatId !== null ? <HelloMark chatId={chatId} /> : null}
      <ChatScreen
        key={base}
        chatType={base === '/chat' ? 'GR' : 'PR'}
        chatId={chatId}
        hrefOf={(chatId) => `${base}/${chatId}`}
        link={AppLink}
        emoji={emoji}
        isReadOnly={isOffline}
        onFirst={staysOnList ? undefined : openFirst}
        onBack={() => void navigate(base, { state: { list: true } })}
      />
    </>
  );
}

/** Marks the step 'Say hello' of a new member as done once the chat has a message of theirs. */
export function HelloMark({ chatId }: { chatId: number }): ReactNode {
  const thread = useChat('GR').thread(chatId);
  const { user } = useSession();
  const { markDone } = useFirstSteps();
  const viewerId = user?.id;
  useEffect(() => {
    const look = (index: number, count: number): void => {
      for (let place = index; place < index + count; place++) {
        const item = thread.at(place);
        // The server may refuse a pending message.
        if (item === undefined || isPending(item)) return;
        if (item.sender.id === viewerId) {
          markDone('hello');
          return;
        }
      }
    };
    look(0, thread.snapshot().length);
    return thread.onChange((kind, index, count) => {
      if (kind === 'added') look(index, count);
    });
  }, [thread, viewerId, markDone]);
  return null;
}
