'use client';

import type { ChatSummary } from '@openbell/core/chat';
import { isServerId } from '@openbell/core/contract';
import { useVirtualList } from '@openbell/react-hooks';
import { type ReactNode, useState } from 'react';
import { Avatar } from '../../primitives/Avatar.tsx';
import { TransientButton } from '../../primitives/TransientButton.tsx';
import { useTexts } from '../../primitives/texts.tsx';
import { personName } from '../texts/person-name.ts';

const userEstimate = 40;

interface ChatUsersProps {
  readonly chat: ChatSummary;
  readonly viewerId: number;
  /** The people whom the viewer has blocked. */
  readonly blockedIds: readonly number[];
  /** Returns false when it failed. */
  readonly onLoadMore: () => Promise<boolean>;
}

/** The users of a chat. Those of a large chat are loaded on request. */
export function ChatUsers({ chat, viewerId, blockedIds, onLoadMore }: ChatUsersProps): ReactNode {
  const text = useTexts();
  const [status, setStatus] = useState<'idle' | 'loading' | 'failed'>('idle');
  const shown = chat.users.length;
  const count = chat.users_count ?? shown;

  async function loadMore(): Promise<void> {
    setStatus('loading');
    setStatus((await onLoadMore()) ? 'idle' : 'failed');
  }

  return (
    <section className="ob-chat-panel-part" aria-label={text('chat.users')}>
      <h3>{text('chat.users')}</h3>
      <Users users={chat.users} viewerId={viewerId} blockedIds={blockedIds} />
      {status === 'failed' ? <p role="alert">{text('chat.usersFailed')}</p> : null}
      {count > shown ? (
        <TransientButton size="small" busy={status === 'loading'} onClick={() => void loadMore()}>
          {text('chat.usersMore', { shown, count })}
        </TransientButton>
      ) : null}
    </section>
  );
}

function Users({
  users,
  viewerId,
  blockedIds,
}: { readonly users: ChatSummary['users'] } & Pick<ChatUsersProps, 'viewerId' | 'blockedIds'>): ReactNode {
  const text = useTexts();
  // Members without an id have no other key.
  const keys = users.map(({ user_id }, place) => (isServerId(user_id) ? user_id : `at-${place}`));
  const { items, listProps } = useVirtualList({ keys, estimate: userEstimate });
  return (
    <ul {...listProps}>
      {items.map(({ index, props }) => {
        const one = users[index];
        return one === undefined ? null : (
          <li key={keys[index]} className="ob-chat-panel-user" {...props}>
            <Avatar name={one.user.first_name} src={one.user.dp} size="small" />
            <span dir="auto">{personName(text, one.user)}</span>
            {one.user_id === viewerId ? <span className="ob-chat-panel-mark">{text('chat.you')}</span> : null}
            {blockedIds.includes(one.user_id) ? (
              <span className="ob-chat-panel-mark">{text('chat.blockedMark')}</span>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
