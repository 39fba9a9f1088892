// Two members chat over real HTTP and a real socket while the server is killed and brought back: no acknowledged
// message is lost, none is doubled, and each of them ends up with the whole conversation, in order.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KillableServer } from './killable-server.ts';
import { type Json, openSocket } from './support.ts';

const POSTS = 60;
const KILLS = 2;

const server = new KillableServer();
/** Resolves when the server answers again. */
let up: Promise<void>;

beforeAll(async () => {
  up = server.start();
  await up;
}, 90_000);
afterAll(() => server.remove(), 30_000);

/** Calls until there is an answer: what is cut off by a crash is sent again once the server is back. */
async function call(path: string, init: RequestInit): Promise<Json> {
  for (;;) {
    try {
      const response = await fetch(`${server.url}/api${path}`, init);
      const body = (await response.json()) as Json;
      if (response.status >= 500) throw new Error(`answered ${response.status}`);
      return body;
    } catch {
      await up;
    }
  }
}

class Talker {
  readonly acknowledged: string[] = [];
  /** Client ids by message id, as this member came to know them. */
  readonly known = new Map<number, string>();
  /** The ids of the messages that each connection received, in the order of their arrival. */
  readonly received: number[][] = [];
  private token = '';
  private chatId = 0;
  private socketOpen: Promise<void> = Promise.resolve();

  async signIn(username: string): Promise<void> {
    const response = await call('/web/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'manual', username, password: 'Opening-bell-9', remember: true }),
    });
    this.token = String(response.access);
    const list = await this.get('/web/chats?chat_type=GR');
    this.chatId = Number((list.data as unknown as Json[])[0]?.id);
    const chat = await this.get(`/web/chat/${this.chatId}`);
    for (const message of messagesOf(chat)) this.known.set(Number(message.id), 'seeded');
    this.connect();
    await this.socketOpen;
  }

  private get(path: string): Promise<Json> {
    return call(path, { headers: { authorization: `Bearer ${this.token}` } });
  }

  /** Connects, and when the connection breaks, connects again and asks for what was missed. */
  private connect(): void {
    const socket = openSocket(server.url, ['openbell.v1', `bearer.${this.token}`]);
    const received: number[] = [];
    this.received.push(received);
    this.socketOpen = socket.opened.then(() => this.catchUp());
    this.socketOpen.catch(() => undefined);
    socket.ws.on('message', (data) => {
      const frame = JSON.parse(String(data)) as Json;
      if (String(frame.type) !== 'WebFetchMessage' || frame.message === undefined) return;
      if (String(frame.isScroll) === 'true') received.push(Number(frame.message.id));
      this.take(frame.message);
    });
    socket.ws.on('close', async () => {
      await up;
      if (!this.done) this.connect();
    });
    this.socket = socket.ws;
  }

  private socket: ReturnType<typeof openSocket>['ws'] | undefined;
  private done = false;

  private take(message: Json): void {
    this.known.set(Number(message.id), String(message.client_id));
  }

  async catchUp(): Promise<void> {
    const newest = Math.max(...this.known.keys());
    for (const message of messagesOf(await this.get(`/web/chat/${this.chatId}?min_id=${newest}`)))
      this.take(message);
  }

  async talk(name: string, onAcknowledged: () => void): Promise<void> {
    for (let index = 0; index < POSTS; index += 1) {
      const clientId = randomUUID();
      const body = new FormData();
      body.append('chat_id', String(this.chatId));
      body.append('message', `${name} ${index}`);
      body.append('message_type', 'TXT');
      body.append('client_id', clientId);
      const headers = { authorization: `Bearer ${this.token}` };
      const stored = await call(`/web/chat/${this.chatId}`, { method: 'POST', headers, body });
      expect(String(stored.client_id)).toBe(clientId);
      this.acknowledged.push(clientId);
      onAcknowledged();
    }
  }

  async history(): Promise<Json[]> {
    return messagesOf(await this.get(`/web/chat/${this.chatId}?min_id=-1`));
  }

  end(): void {
    this.done = true;
    this.socket?.terminate();
  }
}

function messagesOf(response: Json): Json[] {
  return (response.data as unknown as { messages: Json[] }).messages;
}

test('stores a message before it is acknowledged, also when the server is killed repeatedly', async () => {
  const talkers = [new Talker(), new Talker()] as const;
  await talkers[0].signIn('mentor@openbell.test');
  await talkers[1].signIn('subscriber@openbell.test');
  const seeded = (await talkers[0].history()).length;

  let acknowledged = 0;
  let kills = 0;
  const between = Math.floor((2 * POSTS) / (KILLS + 1));
  const onAcknowledged = (): void => {
    acknowledged += 1;
    if (kills >= KILLS || acknowledged < between * (kills + 1)) return;
    kills += 1;
    // Not waited for: the other member's post, and this one's next, are under way.
    up = server.kill().then(() => server.start());
  };
  await Promise.all(talkers.map((talker, index) => talker.talk(`voice ${index}`, onAcknowledged)));
  await up;
  expect(kills).toBe(KILLS);

  const history = await talkers[0].history();
  const posted = history.slice(seeded);
  const sent = talkers.flatMap((talker) => talker.acknowledged);
  expect(posted.map((message) => String(message.client_id)).sort()).toEqual([...sent].sort());
  for (const [index, talker] of talkers.entries()) {
    const own = posted.filter((message) => String(message.message).startsWith(`voice ${index} `));
    expect(own.map((message) => String(message.client_id))).toEqual(talker.acknowledged);
    await talker.catchUp();
    const known = [...talker.known].sort(([a], [b]) => a - b).map(([, clientId]) => clientId);
    expect(known.filter((clientId) => clientId !== 'seeded')).toEqual(
      posted.map((message) => String(message.client_id)),
    );
    expect(talker.received.length).toBeGreaterThan(KILLS);
    for (const ids of talker.received) expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    talker.end();
  }
}, 240_000);
