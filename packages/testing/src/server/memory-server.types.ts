import type { EndpointName, FeedTradeEvent, Message } from '@openbell/core/contract';
import type { Clock, Scheduler, SocketFactory } from '@openbell/core/ports';
import type { Draft } from './chat-post.ts';
import type { MemoryFaults } from './faults.ts';
import type { Mail } from './world.ts';

export interface MemoryServerOptions {
  /** The server's time; the device's by default. A test gives the clock and the scheduler of `createFakeTime`. */
  readonly clock?: Clock;
  readonly scheduler?: Scheduler;
  /** Where it pretends to be; nothing is ever sent there. */
  readonly origin?: string;
  /** Whether sign-in, sign-up and the contact form ask for a solved captcha; false by default. Any solution is taken. */
  readonly captcha?: boolean;
  /** Milliseconds until a payment is known to be made; 1,500 by default. */
  readonly gatewayMs?: number;
  /** Rows of time and sales; 2,000 by default. */
  readonly timeSaleRows?: number;
  /** Milliseconds between the trades that the feed makes by itself; none by default: `trade` makes them. */
  readonly tradesEvery?: number;
}

/** One answered request of the contract. */
export interface ServedCall {
  readonly name: EndpointName;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

export interface MemoryServer {
  /** What `createOpenbell` takes, to be on this server: `createOpenbell({ ...server.options, … })`. */
  readonly options: {
    readonly apiUrl: string;
    readonly socketUrl: string;
    readonly optionsFeedUrl: string;
    readonly ports: {
      readonly fetch: typeof globalThis.fetch;
      readonly socketFactory: SocketFactory;
      readonly clock: Clock;
      readonly scheduler: Scheduler;
    };
  };
  readonly faults: MemoryFaults;
  /** The calls of the contract that were carried out or refused, in order. */
  readonly calls: readonly ServedCall[];
  /** Newest first. */
  readonly mails: readonly Mail[];
  /** What was asked by the contact form. */
  readonly questions: readonly { readonly name: string; readonly email: string; readonly message: string }[];
  /** The last code that was mailed to an address; empty when none was. */
  codeFor(email: string): string;
  /** Somebody else says something in a chat: it is stored and comes by the socket. */
  says(email: string, chatId: number, draft: string | Draft): Message;
  /** Somebody types, or has stopped. */
  types(email: string, chatId: number, typing?: boolean): void;
  /** Somebody reads a chat to its end. */
  reads(email: string, chatId: number): void;
  /** A trade is made, and goes to the feed; what is not given is made up. */
  trade(part?: Partial<FeedTradeEvent>): FeedTradeEvent;
  /** The mentors announce something; gives the code that opens it. */
  announce(message: string): string;
  /** Says yes at the wallet's page. */
  approveWallet(approveLink: string): void;
  /** Stops the feed's own trades and cuts every connection. */
  destroy(): void;
}
