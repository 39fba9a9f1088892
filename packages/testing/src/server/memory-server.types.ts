import type { EndpointName, FeedTradeEvent, Message } from '@openbell/core/contract';
import type { Clock, Scheduler, SocketFactory } from '@openbell/core/ports';
import type { Draft } from './chat-post.ts';
import type { MemoryFaults } from './faults.ts';
import type { Mail } from './world.ts';

export interface MemoryServerOptions {
  /** The server's clock; the system clock by default. Tests pass the clock and scheduler of `createFakeTime`. */
  readonly clock?: Clock;
  /** The server's timers; the system timers by default. */
  readonly scheduler?: Scheduler;
  /** The origin of the server's URLs; `https://memory.openbell.test` by default. Nothing is sent there. */
  readonly origin?: string;
  /** Whether sign-in, sign-up and the contact form require a captcha; false by default. Any solution is accepted. */
  readonly captcha?: boolean;
  /** Milliseconds until a payment settles; 1,500 by default. */
  readonly gatewayMs?: number;
  /** Number of rows of time and sales; 2,000 by default. */
  readonly timeSaleRows?: number;
  /** Milliseconds between automatic trades on the options feed; no automatic trades by default. */
  readonly tradesEvery?: number;
}

/** A request that the server has answered. */
export interface ServedCall {
  readonly name: EndpointName;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** A backend in memory, with methods that act as other members and as external services. */
export interface MemoryServer {
  /** Options that connect `createOpenbell` to this server: `createOpenbell({ ...server.options, … })`. */
  readonly options: {
    readonly apiUrl: string;
    readonly socketUrl: string;
    readonly optionsFeedUrl: string;
    readonly cards: { readonly provider: 'sandbox' };
    readonly ports: {
      readonly fetch: typeof globalThis.fetch;
      readonly socketFactory: SocketFactory;
      readonly clock: Clock;
      readonly scheduler: Scheduler;
    };
  };
  /** Fault injection. */
  readonly faults: MemoryFaults;
  /** Every answered request of the contract, in order. */
  readonly calls: readonly ServedCall[];
  /** Sent mails, newest first. */
  readonly mails: readonly Mail[];
  /** Messages sent with the contact form. */
  readonly questions: readonly { readonly name: string; readonly email: string; readonly message: string }[];
  /** Returns the last code mailed to an address; empty when there is none. */
  codeFor(email: string): string;
  /** Posts a message as the member with this address and sends it to the connected members. */
  says(email: string, chatId: number, draft: string | Draft): Message;
  /** Sends a typing event as the member with this address; `typing` is true by default. */
  types(email: string, chatId: number, typing?: boolean): void;
  /** Marks the chat as read for the member with this address. */
  reads(email: string, chatId: number): void;
  /** Publishes a trade on the options feed. Omitted fields are generated. */
  trade(part?: Partial<FeedTradeEvent>): FeedTradeEvent;
  /** Adds an alert and returns the code of its public page. */
  announce(message: string): string;
  /** Approves a wallet payment by the `approveLink` of `createPaymentIntent`. */
  approveWallet(approveLink: string): void;
  /** Stops the automatic trades and drops every connection. */
  destroy(): void;
}
