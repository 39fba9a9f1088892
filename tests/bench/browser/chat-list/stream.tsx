// stream-chat-react's virtualized list, with a client that sends no requests.
import 'stream-chat-react/dist/css/index.css';
import type { Message } from '@openbell/core/contract';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { StreamChat } from 'stream-chat';
import { Channel, Chat, useChannelActionContext, VirtualizedMessageList } from 'stream-chat-react';
import type { ListContender } from './contender.ts';
import { viewer } from './data.ts';

const userId = String(viewer.id);
const client = new StreamChat('bench');
client.userID = userId;
client.user = { id: userId, name: viewer.first_name } as NonNullable<typeof client.user>;
client._user = { id: userId };
// Sets the user without a connection; requests never resolve.
client.wsPromise = Promise.resolve() as unknown as typeof client.wsPromise;
const never = new Promise<never>(() => {});
Object.assign(client, { get: () => never, post: () => never, patch: () => never, delete: () => never });
const channel = client.channel('messaging', 'bench', {});
channel.initialized = true;
Object.assign(client.activeChannels, { [channel.cid]: channel });
channel.getConfig = () =>
  ({ typing_events: false, read_events: false, reactions: true, replies: true }) as never;

type StreamMessage = Parameters<typeof channel.state.addMessageSorted>[0];

function toStream(message: Message): StreamMessage {
  return {
    id: String(message.id),
    cid: channel.cid,
    type: 'regular',
    text: message.message,
    html: '',
    attachments: message.media.map(({ file }) => ({ type: 'image', image_url: file, fallback: file })),
    latest_reactions: [],
    own_reactions: [],
    mentioned_users: [],
    created_at: message.created_at,
    updated_at: message.created_at,
    user: { id: String(message.sender.id), name: message.sender.first_name },
  } as unknown as StreamMessage;
}

let older: readonly Message[] = [];
let loadMore: () => Promise<unknown> = async () => undefined;
channel.query = (async () => {
  const messages = older.map(toStream);
  older = [];
  channel.state.addMessagesSorted(messages as never, false, false, true, 'current');
  return { messages };
}) as never;

/** Passes the list's function for loading older messages to the bench. */
function LendLoadMore(): null {
  const actions = useChannelActionContext();
  loadMore = () => actions.loadMore(50);
  return null;
}

function List(): ReactNode {
  return (
    <Chat client={client} theme="str-chat__theme-light">
      <Channel channel={channel} initializeOnMount={false}>
        <div style={{ width: 600, height: 800, display: 'flex', flexDirection: 'column' }}>
          <VirtualizedMessageList />
        </div>
        <LendLoadMore />
      </Channel>
    </Chat>
  );
}

export const contender: ListContender = {
  prepare(messages) {
    channel.state.addMessagesSorted(messages.map(toStream) as never, false, false, true, 'latest');
  },
  mount: (host) => createRoot(host).render(<List />),
  append(message) {
    const user = { id: String(message.sender.id), name: message.sender.first_name };
    client.dispatchEvent({
      type: 'message.new',
      cid: channel.cid,
      channel_id: 'bench',
      channel_type: 'messaging',
      message: toStream(message),
      user,
      created_at: message.created_at,
    } as never);
  },
  prepend(messages) {
    older = messages;
    void loadMore();
  },
  scroller: '[data-virtuoso-scroller]',
  row: '[data-item-index]',
};
