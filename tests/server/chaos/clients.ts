// Members in one child process, each with the chat engine, the outbox and the member socket of the core.
import { createApiClient } from '@openbell/core/api-client';
import { type ChatThread, createChat, isPending, type PendingMessage } from '@openbell/core/chat';
import { bearerProtocolPrefix, memberSocketProtocol } from '@openbell/core/contract';
import { createMemoryStorage } from '@openbell/core/ports';
import { createRealtime, type Realtime } from '@openbell/core/realtime';
import { atom } from 'nanostores';
import { offer } from '../../load/child.ts';

interface Client {
  readonly thread: ChatThread;
  readonly realtime: Realtime;
}

/** A member of one chat. */
export interface Member {
  readonly id: number;
  readonly token: string;
  readonly chatId: number;
}

/** A stored message. */
export interface Stored {
  readonly id: number;
  readonly message: string;
}

/** Number of clients that open at the same time. */
const OPENING = 20;

const clients: Client[] = [];

function createClient(url: string, { id, token, chatId }: Member): Client {
  const api = createApiClient({ baseUrl: `${url}/api`, getToken: () => ({ token, epoch: 0 }) });
  const realtime = createRealtime({
    url: `${url.replace('http', 'ws')}/api/ws`,
    protocols: () => [memberSocketProtocol, `${bearerProtocolPrefix}${token}`],
  });
  const session = { $user: atom({ id }) };
  const chat = createChat({ api, realtime, session, chatType: 'GR', storage: createMemoryStorage() });
  return { thread: chat.thread(chatId), realtime };
}

async function open({ thread, realtime }: Client): Promise<void> {
  thread.open();
  await new Promise<void>((resolve) => {
    const check = () => {
      if (thread.$state.get().status === 'ready' && realtime.$state.get().status === 'open') resolve();
    };
    thread.$state.subscribe(check);
    realtime.$state.subscribe(check);
  });
}

/** The rows of a client: stored messages in their order, and the unsent ones. */
function rowsOf({ thread }: Client): {
  readonly stored: Stored[];
  readonly pending: readonly PendingMessage[];
} {
  const stored: Stored[] = [];
  const pending: PendingMessage[] = [];
  for (let index = 0; index < thread.$state.get().length; index += 1) {
    const row = thread.at(index);
    if (row === undefined) continue;
    if (isPending(row)) pending.push(row);
    else stored.push({ id: row.id, message: row.message });
  }
  return { stored, pending };
}

/** Returns how the rows of a client differ from the messages of its chat; null when they are the same. */
function difference(client: Client, expected: readonly Stored[]): string | null {
  const { stored, pending } = rowsOf(client);
  if (pending.length > 0) return `${pending.length} unsent`;
  const differing = expected.findIndex(({ id }, index) => stored[index]?.id !== id);
  if (differing !== -1) return `${stored[differing]?.id} instead of ${expected[differing]?.id}`;
  return stored.length === expected.length ? null : `${stored.length} instead of ${expected.length} messages`;
}

/** The unsent messages that wait for a decision of the member. */
const failedRows = () =>
  clients.flatMap((client) =>
    rowsOf(client)
      .pending.filter(({ state }) => state === 'failed')
      .map((row) => ({ ...row, thread: client.thread })),
  );

const functions = {
  /** Opens the chats of the members; resolves when all are loaded and live. */
  async open({ url, members }: { readonly url: string; readonly members: readonly Member[] }) {
    for (let start = 0; start < members.length; start += OPENING) {
      const opening = members.slice(start, start + OPENING).map((member) => createClient(url, member));
      clients.push(...opening);
      await Promise.all(opening.map(open));
    }
  },
  /** Sends from one client, like its composer. */
  send({ index, text, file }: { readonly index: number; readonly text: string; readonly file?: string }) {
    const files = file === undefined ? [] : [new File([file], 'note.txt', { type: 'text/plain' })];
    clients[index]?.thread.send(text, { files });
  },
  /** The clients that do not have exactly the messages of their chats, at most five. */
  incomplete({ chats }: { readonly chats: Readonly<Record<number, readonly Stored[]>> }) {
    const found: string[] = [];
    for (const [index, client] of clients.entries()) {
      const differs = difference(client, chats[client.thread.chatId] ?? []);
      if (differs !== null) found.push(`client ${index}: ${differs}, ${client.realtime.$state.get().status}`);
      if (found.length === 5) break;
    }
    return found;
  },
  /** The number of unsent messages of all clients. */
  unsent: () => clients.reduce((sum, client) => sum + rowsOf(client).pending.length, 0),
  /** The unsent messages that the server refused, with its error. */
  refused: () =>
    failedRows()
      .filter(({ error }) => error !== null)
      .map(({ text, error }) => `${text}: ${error}`),
  /**
   * Presses Retry at messages without a response: a member's first message is not posted again by itself while nothing
   * shows that the server knows `client_id`. Returns their number.
   */
  retryFailed() {
    const unanswered = failedRows().filter(({ error }) => error === null);
    for (const { thread, client_id } of unanswered) thread.retry(client_id);
    return unanswered.length;
  },
  /** Presses Retry where a client gave up connecting; returns how many did. */
  retry() {
    const offline = clients.filter(({ realtime }) => realtime.$state.get().status === 'offline');
    for (const { realtime } of offline) realtime.retry();
    return offline.length;
  },
};
export type ChaosClients = typeof functions;
offer(functions);
