// Opens a PayPal subscription for the user to approve on PayPal's page.
import { and, count, desc, eq, gt, isNull } from 'drizzle-orm';
import { walletApprovals } from '../db/schema/billing.ts';
import type { BillingContext, Payer } from './billing.types.ts';
import type { ProgramRow } from './programs.ts';
import { askProvider } from './provider-errors.ts';
import { hasTrial } from './trials.ts';

/** An open approval is returned again for this long. */
const REUSE_MS = 3_600_000;

export interface WalletChoice {
  readonly program: ProgramRow;
  readonly term: 1 | 2;
  /** The site's origin, without a trailing slash. */
  readonly returnOrigin: string;
}

/** Returns the address of the approval page: of a new subscription, or of the open one of the last hour. */
export async function openApproval(
  context: BillingContext,
  payer: Payer,
  choice: WalletChoice,
): Promise<string> {
  const { db, wallet, clock } = context;
  const { program, term, returnOrigin } = choice;
  const trial = await hasTrial(db, payer.userId);
  const again = await findReusable(context, payer.userId, { ...choice, trial });
  if (again !== null) return again;
  const [earlier] = await db
    .select({ count: count() })
    .from(walletApprovals)
    .where(eq(walletApprovals.userId, payer.userId));
  const opened = await askProvider(() =>
    wallet.createSubscription({
      userId: payer.userId,
      email: payer.email,
      plan: {
        programSlug: program.slug,
        programName: program.name,
        term,
        amountCents: priceOf(program, term),
        currency: program.currency,
      },
      trialDays: trial ? context.config.trialDays : 0,
      returnUrl: `${returnOrigin}/welcome?gateway=paypal`,
      cancelUrl: `${returnOrigin}/?payment=cancelled#pricing`,
      // Parallel requests share one subscription.
      idempotencyKey: `approval:${payer.userId}:${earlier?.count ?? 0}:${program.id}:${term}`,
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

function priceOf(program: ProgramRow, term: 1 | 2): number {
  return term === 1 ? program.monthlyCents : program.yearlyCents;
}

async function findReusable(
  { db, wallet, clock }: BillingContext,
  userId: number,
  { program, term, returnOrigin, trial }: WalletChoice & { readonly trial: boolean },
): Promise<string | null> {
  const [open] = await db
    .select()
    .from(walletApprovals)
    .where(
      and(
        eq(walletApprovals.userId, userId),
        eq(walletApprovals.programId, program.id),
        eq(walletApprovals.term, term),
        eq(walletApprovals.trial, trial),
        eq(walletApprovals.returnOrigin, returnOrigin),
        isNull(walletApprovals.outcome),
        gt(walletApprovals.createdAt, new Date(clock.now() - REUSE_MS)),
      ),
    )
    .orderBy(desc(walletApprovals.createdAt))
    .limit(1);
  if (open === undefined) return null;
  const found = await askProvider(() => wallet.findSubscription(open.providerSubscriptionId));
  return found?.phase === 'waiting' ? open.approveLink : null;
}
