// Many member sockets in a child process. Counts when messages arrive.
import { createRealtime } from '@openbell/core/realtime';
import { WebSocket } from 'ws';
import { offer } from './child.ts';

/** Number of sockets that open at the same time. */
const OPENING = 100;

interface Arrival {
  count: number;
  lastAt: number;
  bytes: number;
}

const sockets: WebSocket[] = [];
/** By message id, only of frames of new messages or, negated, of changes. */
const arrivals = new Map<number, Arrival>();
/** The newest id of each socket and chat. */
let outOfOrder = 0;

function onFrame(newest: Map<number, number>, data: Buffer): void {
  const now = performance.timeOrigin + performance.now();
  // Parsing thousands of frames would measure this process. The ids are in front of the text.
  const start = data.subarray(0, 200).toString('latin1');
  const found =
    /"type":"(?:WebFetchMessage","user_id":\d+,"message":\{|message_patch","user_id":\d+,)"id":(\d+),"chat_id":(\d+)/.exec(
      start,
    );
  if (found === null) return;
  const id = Number(found[1]);
  const chatId = Number(found[2]);
  const isNew = data.subarray(-30).toString('latin1').endsWith('"isScroll":true}');
  if (isNew) {
    if (id <= (newest.get(chatId) ?? 0)) outOfOrder += 1;
    newest.set(chatId, id);
  }
  const key = isNew ? id : -id;
  const arrival = arrivals.get(key) ?? { count: 0, lastAt: 0, bytes: 0 };
  arrival.count += 1;
  arrival.lastAt = now;
  arrival.bytes += data.length;
  arrivals.set(key, arrival);
}

type Protocol = 'ws' | 'socket.io';

function openMember(url: string, token: string): Promise<void> {
  const protocols = ['openbell.v1', `bearer.${token}`, 'openbell.v1+patch'];
  const ws = new WebSocket(`${url.replace('http', 'ws')}/api/ws`, protocols, { perMessageDeflate: false });
  const newest = new Map<number, number>();
  ws.on('message', (data) => onFrame(newest, data as Buffer));
  sockets.push(ws);
  return new Promise((resolve, reject) => {
    ws.once('open', () => resolve());
    ws.once('error', reject);
  });
}

/** Speaks socket.io's protocol: 0 open, 40 connected, 2 ping, 3 pong, 42 event. */
function openSocketIo(url: string): Promise<void> {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
  });
  const newest = new Map<number, number>();
  sockets.push(ws);
  return new Promise((resolve, reject) => {
    ws.once('error', reject);
    ws.on('message', (data) => {
      const frame = data as Buffer;
      if (frame[0] === 0x30) ws.send('40');
      else if (frame[0] === 0x32) ws.send('3');
      else if (frame[1] === 0x30) resolve();
      // Without `42["message",` and `]`.
      else onFrame(newest, frame.subarray(13, -1));
    });
  });
}

interface OpenRequest {
  /** The sockets are distributed over these servers in turn. */
  readonly urls: readonly string[];
  readonly tokens: readonly string[];
  readonly protocol?: Protocol;
}

/** Reconnects and reads what it missed, as the members' app does. */
function openReconnecting(url: string, token: string, chatId: number): Promise<void> {
  const realtime = createRealtime({
    url: `${url.replace('http', 'ws')}/api/ws`,
    protocols: () => ['openbell.v1', `bearer.${token}`],
  });
  const get = async (path: string) => {
    const response = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`${path} returned ${response.status}.`);
    await response.arrayBuffer();
  };
  realtime.on('reopened', () => {
    void Promise.all([get('/web/chats?chat_type=GR'), get(`/web/chat/${chatId}?min_id=1`)]).then(
      () => {
        back.count += 1;
        back.lastAt = performance.timeOrigin + performance.now();
      },
      (error: unknown) => {
        back.error = String(error);
      },
    );
  });
  return new Promise((resolve) => {
    realtime.on('opened', () => resolve());
    realtime.start();
  });
}
/** Index of the member whose socket is the oldest. */
let reopened = 0;
const back = { count: 0, lastAt: 0, error: '' };

/** Calls `open` for each token, at most `OPENING` at the same time. */
async function openAll(tokens: readonly string[], open: (token: string, index: number) => Promise<void>) {
  for (let start = 0; start < tokens.length; start += OPENING) {
    await Promise.all(tokens.slice(start, start + OPENING).map((token, index) => open(token, start + index)));
  }
}

const functions = {
  open: ({ urls, tokens, protocol = 'ws' }: OpenRequest) =>
    openAll(tokens, (token, index) => {
      const url = urls[index % urls.length] ?? '';
      return protocol === 'ws' ? openMember(url, token) : openSocketIo(url);
    }),
  /** Closes the oldest sockets and opens as many for the same members. */
  reopen: async ({ urls, tokens, count }: OpenRequest & { readonly count: number }) => {
    const first = reopened;
    reopened = (reopened + count) % tokens.length;
    for (const socket of sockets.splice(0, count)) socket.close();
    await openAll(tokens.slice(first, first + count), (token, index) =>
      openMember(urls[(first + index) % urls.length] ?? '', token),
    );
  },
  closeAll: () => {
    for (const socket of sockets.splice(0)) socket.close();
    arrivals.clear();
    reopened = 0;
  },
  openReconnecting: ({ urls, tokens, chatId }: OpenRequest & { readonly chatId: number }) =>
    openAll(tokens, (token, index) => openReconnecting(urls[index % urls.length] ?? '', token, chatId)),
  /** How many reconnecting sockets are open again and complete, and since when (ms since the epoch). */
  back: () => back,
  /** Sends a frame from the first `count` sockets. */
  send: ({ frame, count }: { readonly frame: unknown; readonly count: number }) => {
    const text = JSON.stringify(frame);
    for (const socket of sockets.slice(0, count)) socket.send(text);
  },
  /** How often a message arrived, when last (ms since the epoch), and the bytes of all frames. Changes have `-id`. */
  arrival: ({ id }: { readonly id: number }) => arrivals.get(id) ?? { count: 0, lastAt: 0, bytes: 0 },
  total: () => {
    let count = 0;
    for (const [id, arrival] of arrivals) if (id > 0) count += arrival.count;
    return { count, outOfOrder };
  },
};
export type ClientFunctions = typeof functions;
offer(functions);
