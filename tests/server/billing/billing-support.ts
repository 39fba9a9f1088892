import { beforeEach } from 'vitest';
import { sandboxCardDeliveries, sandboxCardObjects } from '../../../examples/sandbox/src/cards/tables.ts';
import { signWebhook } from '../../../examples/sandbox/src/cards/webhook-signature.ts';
import {
  sandboxWalletDeliveries,
  sandboxWalletObjects,
} from '../../../examples/sandbox/src/wallet/tables.ts';
import { eq, isNull } from '../../../examples/server/src/db/query.ts';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { listMails } from '../../../examples/server/src/mail/outbox.ts';
import { beginSession } from '../../../examples/server/src/sessions/sessions.ts';
import {
  type AnyBody,
  type CallResponse,
  sharedServer,
  type TestServer,
  type TestServerOptions,
} from '../../support/test-server.ts';

/**
 * One server for the tests of a file. Subscriptions of the demo data and of finished tests do not renew during a test, and
 * their webhooks are not sent.
 */
export function sharedBillingServer(options?: TestServerOptions): TestServer {
  const server = sharedServer(options);
  beforeEach(async () => {
    const { db } = server.context;
    for (const objects of [sandboxCardObjects, sandboxWalletObjects])
      await db.update(objects).set({ dueAt: null });
    for (const deliveries of [sandboxCardDeliveries, sandboxWalletDeliveries])
      await db.delete(deliveries).where(isNull(deliveries.deliveredAt));
  });
  return server;
}

/** A new user with a session. */
export interface TestUser {
  readonly id: number;
  readonly email: string;
  readonly token: string;
}

let count = 0;

/** Inserts a user with the demo accounts' password and a session, which is faster than registering. */
export async function newUser(server: TestServer): Promise<TestUser> {
  count += 1;
  const { db } = server.context;
  const email = `payer${count}@example.com`;
  const at = new Date(server.clock.now());
  const [demo] = await db.select().from(users).where(eq(users.email, 'member@openbell.test'));
  const [row] = await db
    .insert(users)
    .values({
      email,
      firstName: 'Pat Payer',
      phone: '+13035550142',
      passwordHash: demo?.passwordHash ?? null,
      createdAt: at,
      updatedAt: at,
    })
    .returning({ id: users.id });
  if (row === undefined) throw new Error('No user was stored.');
  return { id: row.id, email, token: await newSession(server, row.id) };
}

/** Starts a new session of a user. Sessions end when the clock is moved far. */
export function newSession(server: TestServer, userId: number): Promise<string> {
  const { db, clock } = server.context;
  return beginSession(db, { userId, remember: true }, clock.now());
}

export const TRADE_IDEAS = 1;

export function paymentIntent(
  server: TestServer,
  token: string,
  body: Record<string, unknown> = {},
): Promise<CallResponse> {
  return server.call('POST', '/api/web/create-payment-intent', {
    token,
    body: { gateway: 'stripe', program_id: TRADE_IDEAS, term: 1, ...body },
  });
}

/** Saves a card through the sandbox's card form and returns the payment method's id. */
export async function saveCard(server: TestServer, token: string, number: string): Promise<string> {
  const intent = await paymentIntent(server, token);
  const confirmed = await confirm(server, String(intent.body.setupIntentClientSecret), number);
  if (confirmed.status !== 200) throw new Error(`The card was answered ${confirmed.text}`);
  return String(confirmed.body.payment_method_id);
}

export function confirm(server: TestServer, clientSecret: string, number: string): Promise<CallResponse> {
  return server.call('POST', '/dev/cards/confirm', { body: { client_secret: clientSecret, number } });
}

export function create(
  server: TestServer,
  token: string,
  paymentMethodId: string,
  options: { key?: string; program_id?: number; term?: 1 | 2 } = {},
): Promise<CallResponse> {
  const { key, ...changes } = options;
  return server.call('POST', '/api/web/create-subscription', {
    token,
    body: {
      gateway: 'stripe',
      program_id: TRADE_IDEAS,
      term: 1,
      payment_method_id: paymentMethodId,
      ...changes,
    },
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });
}

/** Buys a plan with a card. */
export const buy = async (
  server: TestServer,
  token: string,
  number = '4242424242424242',
  options: Parameters<typeof create>[3] = {},
): Promise<CallResponse> => create(server, token, await saveCard(server, token, number), options);

/** A new user with a plan that a card pays. */
export async function newSubscriber(server: TestServer, number?: string): Promise<TestUser> {
  const user = await newUser(server);
  const { status, text } = await buy(server, user.token, number);
  if (status !== 201) throw new Error(`Buying was answered ${status}: ${text}`);
  return user;
}

export const expiration = (server: TestServer, token: string): Promise<CallResponse> =>
  server.call('GET', '/api/web/user-expiration', { token });

export async function subscriptionsOf(server: TestServer, token: string): Promise<AnyBody[]> {
  const profile = await server.call('GET', '/api/web/profile', { token });
  return profile.body.subscriptions as unknown as AnyBody[];
}

/** The choices of a user on the wallet's approve page. */
export interface WalletAnswer {
  readonly choice?: 'approve' | 'cancel';
  readonly account?: string;
  readonly funding?: 'good' | 'refuses';
}

/** Submits the wallet's approve page like a browser; returns the redirect target. */
export async function answerWallet(
  server: TestServer,
  approveLink: string,
  { choice = 'approve', account = 'pat@example.com', funding = 'good' }: WalletAnswer = {},
): Promise<string> {
  const token = new URL(approveLink, server.url).searchParams.get('ba_token') ?? '';
  const response = await server.call('POST', '/dev/wallet/approve', {
    body: new URLSearchParams({ ba_token: token, choice, account, funding }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  if (response.status !== 303)
    throw new Error(`The approve page answered ${response.status}: ${response.text}`);
  return response.headers.get('location') ?? '';
}

/** Enrolls with the wallet; returns the URL of the approve page and the URL that it redirects to. */
export async function enrollByWallet(
  server: TestServer,
  token: string,
  options: WalletAnswer & { readonly term?: 1 | 2 } = {},
): Promise<{ approveLink: string; back: string }> {
  const { term = 1, ...response } = options;
  const intent = await paymentIntent(server, token, { gateway: 'paypal', term });
  if (intent.status !== 200) throw new Error(`The payment intent was answered ${intent.text}`);
  const approveLink = String(intent.body.approveLink);
  return { approveLink, back: await answerWallet(server, approveLink, response) };
}

/** A new user with a plan that the wallet pays. The clock is moved to the first poll after the approval. */
export async function newWalletSubscriber(server: TestServer, options?: WalletAnswer): Promise<TestUser> {
  const user = await newUser(server);
  await enrollByWallet(server, user.token, { account: user.email, ...options });
  server.clock.advance(3000);
  await expiration(server, user.token);
  return user;
}

/** The mails to a user, newest first. */
export async function mailsTo(
  server: TestServer,
  email: string,
): Promise<{ subject: string; text: string }[]> {
  return listMails(server.context.db, email);
}

/** The body and the signature of a card event that the provider sends now, or at another time. */
export function signedEvent(
  { cardSandbox, clock }: TestServer,
  event: unknown,
  { secret = cardSandbox.access.webhookSecret, at = clock.now() }: { secret?: string; at?: number } = {},
): { body: string; signature: string } {
  const body = JSON.stringify(event);
  return { body, signature: signWebhook(body, secret, Math.floor(at / 1000)) };
}
