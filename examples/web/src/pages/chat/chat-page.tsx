import { type ChatLinkProps, ChatScreen } from '@openbell/ui/chat';
import { type ReactNode, useCallback } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import '@openbell/ui/styles/chat.css';

/** /chat, /chat/{id} (group) and /personal-chat, /personal-chat/{id}. */
export default function ChatPage(): ReactNode {
  const { pathname, state } = useLocation();
  const { id } = useParams();
  const navigate = useNavigate();
  const base = pathname.startsWith('/personal-chat') ? '/personal-chat' : '/chat';
  // On a phone, Back goes to the list; opening the page goes to the first chat.
  const staysOnList = (state as { list?: boolean } | null)?.list === true;
  const openFirst = useCallback(
    (chatId: number) => void navigate(`${base}/${chatId}`, { replace: true }),
    [navigate, base],
  );
  return (
    <ChatScreen
      key={base}
      chatType={base === '/chat' ? 'GR' : 'PR'}
      chatId={id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : id === undefined ? null : -1}
      hrefOf={(chatId) => `${base}/${chatId}`}
      link={ChatLink}
      onFirst={staysOnList ? undefined : openFirst}
      onBack={() => void navigate(base, { state: { list: true } })}
    />
  );
}

function ChatLink({ href, ...rest }: ChatLinkProps): ReactNode {
  return <Link to={href} {...rest} />;
}
