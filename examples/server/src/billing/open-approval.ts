// Opens a PayPal subscription for the user to approve on PayPal's page.
import { desc, eq } from 'drizzle-orm';
import { walletApprovals } from '../db/schema/billing.ts';
import type { BillingContext, Payer } from './billing.types.ts';
import { type ProgramRow, pricedPlan } from './programs.ts';
import { callProvider } from './provider-errors.ts';
import { hasTrial } from './trials.ts';

/** An open approval is reused for this long. */
const REUSE_MS = 3_600_000;

interface WalletChoice {
  readonly program: ProgramRow;
  readonly term: 1 | 2;
  /** The site's origin, without a trailing slash. */
  readonly returnOrigin: string;
}

/** Returns the URL of the approval page of a new subscription, or of the open one of the last hour. */
export async function openApproval(
  context: BillingContext,
  payer: Payer,
  choice: WalletChoice,
): Promise<string> {
  const { db, wallet, clock } = context;
  const { program, term, returnOrigin } = choice;
  const trial = await hasTrial(db, payer.userId);
  // Read at once: a parallel request sees neither an approval of this one without counting it, nor the reverse.
  const approvals = await db
    .select()
    .from(walletApprovals)
    .where(eq(walletApprovals.userId, payer.userId))
    .orderBy(desc(walletApprovals.createdAt));
  const open = approvals.find(
    (approval) =>
      approval.programId === program.id &&
      approval.term === term &&
      approval.trial === trial &&
      approval.returnOrigin === returnOrigin &&
      approval.outcome === null &&
      approval.createdAt.getTime() > clock.now() - REUSE_MS,
  );
  if (open !== undefined) {
    const found = await callProvider(() => wallet.findSubscription(open.providerSubscriptionId));
    if (found?.phase === 'waiting') return open.approveLink;
  }
  const opened = await callProvider(() =>
    wallet.createSubscription({
      userId: payer.userId,
      email: payer.email,
      plan: pricedPlan(program, term),
      trialDays: trial ? context.config.trialDays : 0,
      returnUrl: `${returnOrigin}/welcome?gateway=paypal`,
      cancelUrl: `${returnOrigin}/?payment=cancelled#pricing`,
      // Parallel requests share one subscription.
      idempotencyKey: `approval:${payer.userId}:${approvals.length}:${program.id}:${term}`,
    }),
  );
  const at = new Date(clock.now());
  await db
    .insert(walletApprovals)
    .values({
      providerSubscriptionId: opened.id,
      userId: payer.userId,
      programId: program.id,
      term,
      trial,
      approveLink: opened.approveLink,
      returnOrigin,
      createdAt: at,
      checkedAt: at,
    })
    .onConflictDoNothing();
  return opened.approveLink;
}
