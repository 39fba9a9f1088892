// What stands beside the contract: the sandbox's card form and wallet, stored files, a captcha's challenge.
import { beginPlan, settlePayments } from './billing.ts';
import { notFound, Refusal } from './calls.ts';
import { answerOf } from './requests.ts';
import type { World } from './world.ts';

/** A number that the card provider's documentation calls declined. */
const declinedCard = '4000000000000002';

async function confirmCard(world: World, request: Request): Promise<Response> {
  const { client_secret = '', number = '' } = (await request.json()) as Record<string, string>;
  if (!world.intents.has(client_secret)) throw notFound();
  if (number === declinedCard) throw new Refusal(402, 'Your card was declined.');
  return answerOf(world, 200, { payment_method_id: `pm_${world.next('card')}` });
}

/** Plays the person who says yes at the wallet's own page. */
export function approveWallet(world: World, approveLink: string): void {
  const code = new URL(approveLink, world.origin).searchParams.get('code') ?? '';
  const intent = world.intents.get(code);
  if (intent === undefined) throw new TypeError(`No approval waits behind ${approveLink}.`);
  world.intents.delete(code);
  beginPlan(world, intent.person, { program: intent.program, term: intent.term, provider: 'paypal' });
  settlePayments(world);
}

/** Answers what is no call of the contract; null when there is nothing here. */
export async function serveOther(world: World, path: string, request: Request): Promise<Response | null> {
  const name = `${request.method} ${path}`;
  if (name === 'POST /dev/cards/confirm') return confirmCard(world, request);
  if (name === 'GET /api/captcha/challenge')
    return answerOf(world, 200, { challenge: world.next('challenge') });
  const file = world.files.get(Number(/^\/media\/(\d+)\//.exec(path)?.[1]));
  return file === undefined ? null : new Response(file.blob, { headers: { 'Content-Type': file.blob.type } });
}
