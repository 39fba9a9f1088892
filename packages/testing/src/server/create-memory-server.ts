import { closeNotSubscribed, closeSignedOut, type EndpointName } from '@openbell/core/contract';
import { systemClock, systemScheduler } from '@openbell/core/ports';
import { accountHandlers, endSessions } from './accounts.ts';
import { billingHandlers } from './billing.ts';
import type { Handlers } from './calls.ts';
import { createChatHandlers } from './chat.ts';
import { storeMessage } from './chat-post.ts';
import { messageFor } from './chat-view.ts';
import { contentHandlers } from './content.ts';
import { createDemoWorld } from './demo-world.ts';
import { approveWallet } from './extra-routes.ts';
import { factorHandlers } from './factors.ts';
import { createFaults } from './faults.ts';
import { createLive, type Live } from './live.ts';
import { createMarketHandlers } from './market.ts';
import { acceptMember } from './member-socket.ts';
import { createMemoryFetch } from './memory-fetch.ts';
import type { MemoryServer, MemoryServerOptions } from './memory-server.types.ts';
import { createMemoryFeed } from './options-feed.ts';
import { passkeyHandlers } from './passkeys.ts';
import { passwordResetHandlers } from './password-reset.ts';
import { closeSockets, closeStaleSockets } from './socket-access.ts';
import { createMemorySockets } from './sockets.ts';
import { createTradeGenerator } from './trade-generator.ts';
import { normalizeEmail, type Person, personByEmail, type StoredChat, type World } from './world.ts';

function requirePerson(world: World, email: string): Person {
  const person = personByEmail(world, email);
  if (person === null) throw new TypeError(`No account has the address ${email}.`);
  return person;
}

function requireChat(world: World, chatId: number): StoredChat {
  const chat = world.chats.find(({ id }) => id === chatId);
  if (chat === undefined) throw new TypeError(`There is no chat ${chatId}.`);
  return chat;
}

function createHandlers(live: Live, timeSaleRows: number): Handlers<EndpointName> {
  return {
    ...accountHandlers,
    ...factorHandlers,
    ...passkeyHandlers,
    ...passwordResetHandlers,
    ...billingHandlers,
    ...contentHandlers,
    ...createChatHandlers(live),
    ...createMarketHandlers(timeSaleRows),
  };
}

/** The actions of other members in the chats. */
function createChatActions(world: World, live: Live): Pick<MemoryServer, 'says' | 'types' | 'reads'> {
  return {
    says(email, chatId, draft) {
      const sender = requirePerson(world, email);
      const chat = requireChat(world, chatId);
      const parts = typeof draft === 'string' ? { text: draft } : draft;
      const { message, isNew } = storeMessage(world, { ...parts, chat, sender });
      if (isNew) live.sendMessage(chat, message, { actorId: sender.id, isNew });
      return messageFor(world, { chat, message, viewer: sender });
    },
    types: (email, chatId, typing = true) =>
      live.sendTyping(requireChat(world, chatId), requirePerson(world, email), typing),
    reads: (email, chatId) =>
      live.advanceMark(requireChat(world, chatId), requirePerson(world, email), 'readUpto'),
  };
}

/**
 * Creates a server in memory: every endpoint of the contract, both sockets, and the demo accounts of the reference
 * server. It runs in Node and in browsers, uses no network, and gives the same results in every run.
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
  const trades = createTradeGenerator({ world, feed, scheduler, everyMs: tradesEvery });

  const { faults, state } = createFaults({
    goOffline: () => sockets.cut(),
    expire(email) {
      const person = requirePerson(world, email);
      person.expiredAt = clock.now();
      closeSockets({ live, feed }, person, closeNotSubscribed);
    },
    revoke(email) {
      const person = requirePerson(world, email);
      endSessions(world, person);
      closeSockets({ live, feed }, person, closeSignedOut);
    },
  });

  const sockets = createMemorySockets(state, (end) => {
    const { pathname } = new URL(end.url);
    if (pathname === '/api/ws') return acceptMember(world, live, end);
    if (pathname !== '/options') return null;
    trades.start();
    return feed.accept(end);
  });

  const { fetch, calls } = createMemoryFetch({
    world,
    handlers: createHandlers(live, timeSaleRows),
    scheduler,
    faults: state,
    onProcessed: () => closeStaleSockets(world, { live, feed }),
  });

  return {
    options: {
      apiUrl: `${origin}/api`,
      socketUrl: `${origin.replace(/^http/, 'ws')}/api/ws`,
      optionsFeedUrl: `${origin.replace(/^http/, 'ws')}/options`,
      cards: { provider: 'sandbox' },
      ports: { fetch, socketFactory: sockets.factory, clock, scheduler },
    },
    faults,
    calls,
    mails: world.mails,
    questions: world.questions,
    codeFor: (email) => world.codes.get(normalizeEmail(email))?.otp ?? '',
    ...createChatActions(world, live),
    trade: trades.trade,
    announce(message) {
      const alert = { id: world.alerts.length + 1, message, created_at: new Date(clock.now()).toISOString() };
      world.alerts.unshift(alert);
      const code = `memory-alert-code-${world.next('alert-code')}-0123456789`;
      world.alertCodes.set(code, alert);
      return code;
    },
    approveWallet: (approveLink) => approveWallet(world, approveLink),
    destroy() {
      trades.stop();
      sockets.cut();
    },
  };
}
