// Routes outside the contract: the sandbox card form and wallet, stored files, the captcha challenge.
import { settlePayments, startPlan } from './billing.ts';
import { HttpError, notFound } from './calls.ts';
import { jsonResponse } from './requests.ts';
import type { World } from './world.ts';

/** Stripe's test card number for a declined payment. */
const declinedCard = '4000000000000002';

async function confirmCard(world: World, request: Request): Promise<Response> {
  const { client_secret = '', number = '' } = (await request.json()) as Record<string, string>;
  if (!world.intents.has(client_secret)) throw notFound();
  if (number === declinedCard) throw new HttpError(402, 'Your card was declined.');
  return jsonResponse(world, { body: { payment_method_id: `pm_${world.next('card')}` } });
}

/** Approves a payment on behalf of the wallet's owner. */
export function approveWallet(world: World, approveLink: string): void {
  const code = new URL(approveLink, world.origin).searchParams.get('code') ?? '';
  const intent = world.intents.get(code);
  if (intent === undefined) throw new TypeError(`No approval is pending for ${approveLink}.`);
  world.intents.delete(code);
  startPlan(world, intent.person, { program: intent.program, term: intent.term, provider: 'paypal' });
  settlePayments(world);
}

/** Answers a request outside the contract; null when no route matches. */
export async function serveExtraRoute(
  world: World,
  path: string,
  request: Request,
): Promise<Response | null> {
  const name = `${request.method} ${path}`;
  if (name === 'POST /dev/cards/confirm') return confirmCard(world, request);
  if (name === 'GET /api/captcha/challenge')
    return jsonResponse(world, { body: { challenge: world.next('challenge') } });
  const file = world.files.get(Number(/^\/media\/(\d+)\//.exec(path)?.[1]));
  return file === undefined ? null : new Response(file.blob, { headers: { 'Content-Type': file.blob.type } });
}
