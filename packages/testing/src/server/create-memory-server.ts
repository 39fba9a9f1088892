import {
  closeNotSubscribed,
  closeSignedOut,
  type EndpointName,
  type FeedTradeEvent,
} from '@openbell/core/contract';
import { type Cancel, systemClock, systemScheduler } from '@openbell/core/ports';
import { accountHandlers, endSessions } from './accounts.ts';
import { billingHandlers, settlePayments } from './billing.ts';
import { type Handlers, notFound, Refusal } from './calls.ts';
import { createChatHandlers } from './chat.ts';
import { storeMessage } from './chat-post.ts';
import { messageFor } from './chat-view.ts';
import { contentHandlers } from './content.ts';
import { createDemoWorld } from './demo-world.ts';
import { createFaults } from './faults.ts';
import { createLive } from './live.ts';
import { createMarketHandlers } from './market.ts';
import { createDice, eventOf, makeTrade } from './market-data.ts';
import { acceptMember } from './member-socket.ts';
import type { MemoryServer, MemoryServerOptions, ServedCall } from './memory-server.types.ts';
import { createMemoryFeed } from './options-feed.ts';
import { approveWallet, serveOther } from './other-routes.ts';
import { passwordResetHandlers } from './password-reset.ts';
import { answerOf, createRouter, type FoundCall, refusalOf, serve } from './requests.ts';
import { createMemorySockets } from './sockets.ts';
import { type Person, personByEmail, type StoredChat } from './world.ts';

/**
 * A server for the whole contract, in memory: every call of the contract's table by its own path and
 * schemas, both sockets, a gateway that takes its time, and the demo accounts of the reference server. It runs in Node and
 * in a browser, sends nothing, and two runs of it are alike.
 *
 * ```ts
 * const server = createMemoryServer();
 * const openbell = createOpenbell(server.options);
 * await openbell.session.signIn({ type: 'manual', email: 'subscriber@openbell.test', password: 'Opening-bell-9', remember: true });
 * ```
 */
export function createMemoryServer(options: MemoryServerOptions = {}): MemoryServer {
  const {
    clock = systemClock,
    scheduler = systemScheduler,
    origin = 'https://memory.openbell.test',
    captcha = false,
    gatewayMs = 1_500,
    timeSaleRows = 2_000,
    tradesEvery,
  } = options;
  const world = createDemoWorld({ clock, origin, captcha, gatewayMs });
  const live = createLive(world);
  const feed = createMemoryFeed(world);
  const findCall = createRouter();
  const calls: ServedCall[] = [];
  const dice = createDice(1);
  let cancelTrades: Cancel = () => {};
  let isTrading = false;

  const handlers: Handlers<EndpointName> = {
    ...accountHandlers,
    ...passwordResetHandlers,
    ...billingHandlers,
    ...contentHandlers,
    ...createChatHandlers(live),
    ...createMarketHandlers(timeSaleRows),
  };

  const { faults, book } = createFaults({
    goOffline: () => sockets.cut(),
    expire(email) {
      const person = personOf(email);
      person.expiredAt = clock.now();
      closeSockets(person, closeNotSubscribed);
    },
    revoke(email) {
      const person = personOf(email);
      endSessions(world, person);
      closeSockets(person, closeSignedOut);
    },
  });

  const sockets = createMemorySockets(book, (end) => {
    const { pathname } = new URL(end.url);
    if (pathname === '/api/ws') return acceptMember(world, live, end);
    if (pathname !== '/options') return null;
    keepTrading();
    return feed.accept(end);
  });

  function personOf(email: string): Person {
    const person = personByEmail(world, email);
    if (person === null) throw new TypeError(`Nobody here has the address ${email}.`);
    return person;
  }

  function chatOf(chatId: number): StoredChat {
    const chat = world.chats.find(({ id }) => id === chatId);
    if (chat === undefined) throw new TypeError(`There is no chat ${chatId}.`);
    return chat;
  }

  function closeSockets(person: Person, code: number): void {
    for (const connection of live.connections) if (connection.person === person) connection.close(code, '');
    feed.dismiss(person, code);
  }

  /** Closes the sockets of whoever is not signed in, or not subscribed, any more. */
  function dismissEnded(): void {
    const tokens = world.sessions;
    for (const { token, close } of live.connections) if (!tokens.has(token)) close(closeSignedOut, '');
    for (const person of new Set([...live.connections].map((one) => one.person)))
      if ((person.expiredAt ?? 0) <= clock.now()) closeSockets(person, closeNotSubscribed);
  }

  function trade(part: Partial<FeedTradeEvent> = {}): FeedTradeEvent {
    const event = { ...eventOf(makeTrade(dice, clock.now()), clock.now(), world.next('trade')), ...part };
    feed.publish([event]);
    return event;
  }

  function keepTrading(): void {
    if (tradesEvery === undefined || isTrading) return;
    isTrading = true;
    const next = (): void => {
      cancelTrades = scheduler.after(tradesEvery, () => {
        trade();
        next();
      });
    };
    next();
  }

  /** Carries a request out; whatever a handler throws that is no refusal is a mistake of ours, and is thrown on. */
  async function carryOut(request: Request, path: string, found: FoundCall | Refusal): Promise<Response> {
    settlePayments(world);
    try {
      if (found instanceof Refusal) {
        const other = found.status === 404 ? await serveOther(world, path, request) : null;
        if (other === null) throw found;
        return other;
      }
      const { status = 200, body } = await serve(world, handlers, found, request);
      return answerOf(world, status, body);
    } catch (error) {
      if (error instanceof Refusal) return refusalOf(world, error);
      throw error;
    } finally {
      dismissEnded();
    }
  }

  function find(request: Request, path: string): FoundCall | Refusal {
    if (!path.startsWith('/api/')) return notFound();
    try {
      return findCall(request.method, path.slice('/api'.length));
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }

  const wait = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const cancel = scheduler.after(ms, resolve);
      signal.addEventListener('abort', () => {
        cancel();
        reject(signal.reason);
      });
    });

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname;
    const found = find(request, path);
    const name = found instanceof Refusal ? null : found.name;
    const lost = (): TypeError => new TypeError('Failed to fetch');
    if (book.isOffline() || book.take('dropBefore', name)) throw lost();
    const seconds = book.throttled(name);
    const response =
      seconds === null
        ? await carryOut(request, path, found)
        : refusalOf(
            world,
            new Refusal(429, `Please wait ${seconds} seconds and try again.`, { retryAfter: seconds }),
          );
    if (name !== null) calls.push({ name, method: request.method, path, status: response.status });
    const ms = book.delay(name);
    if (ms > 0) await wait(ms, request.signal);
    if (book.isOffline() || book.take('dropAfter', name)) throw lost();
    request.signal.throwIfAborted();
    return response;
  };

  return {
    options: {
      apiUrl: `${origin}/api`,
      socketUrl: `${origin.replace(/^http/, 'ws')}/api/ws`,
      optionsFeedUrl: `${origin.replace(/^http/, 'ws')}/options`,
      ports: { fetch, socketFactory: sockets.factory, clock, scheduler },
    },
    faults,
    calls,
    mails: world.mails,
    questions: world.questions,
    codeFor: (email) => world.codes.get(email.trim().toLowerCase())?.otp ?? '',
    says(email, chatId, draft) {
      const sender = personOf(email);
      const chat = chatOf(chatId);
      const parts = typeof draft === 'string' ? { text: draft } : draft;
      const { message, isNew } = storeMessage(world, chat, sender, parts);
      if (isNew) live.announce(chat, message, { actorId: sender.id, isNew });
      return messageFor(world, chat, message, sender);
    },
    types: (email, chatId, typing = true) => live.tellTyping(chatOf(chatId), personOf(email), typing),
    reads: (email, chatId) => live.moveMark(chatOf(chatId), personOf(email), 'readUpto'),
    trade,
    announce(message) {
      const alert = { id: world.alerts.length + 1, message, created_at: new Date(clock.now()).toISOString() };
      world.alerts.unshift(alert);
      const code = `memory-alert-code-${world.next('alert-code')}-0123456789`;
      world.alertCodes.set(code, alert);
      return code;
    },
    approveWallet: (approveLink) => approveWallet(world, approveLink),
    destroy() {
      cancelTrades();
      sockets.cut();
    },
  };
}
