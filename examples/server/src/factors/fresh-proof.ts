import { and, eq, gt } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { sessions } from '../db/schema/accounts.ts';
import { fieldError } from '../http/http-error.ts';
import type { Caller } from '../routes.ts';
import { authenticatorSince } from './authenticator.ts';

/** How long a proof of identity is valid for changes to the account. */
const validMs = 5 * 60_000;

type ProofContext = Pick<ServerContext, 'db' | 'clock'>;

/** Throws 422 with `errors.proof` unless the caller proved their identity in this session within the last 5 minutes. */
export async function requireFreshProof(
  { db, clock }: ProofContext,
  { sessionId }: Pick<Caller, 'sessionId'>,
): Promise<void> {
  const proved = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), gt(sessions.provedAt, new Date(clock.now() - validMs))));
  if (proved.length === 0) throw fieldError('proof', 'Please confirm that it is you.');
}

/** Like {@link requireFreshProof}, for callers with an authenticator app. Others prove themselves in the call itself. */
export async function requireFactorProof(
  context: ProofContext,
  caller: Pick<Caller, 'sessionId' | 'userId'>,
): Promise<void> {
  if ((await authenticatorSince(context.db, caller.userId)) !== null)
    await requireFreshProof(context, caller);
}

/** Stores that the caller proved their identity now. */
export async function storeProof(
  { db, clock }: ProofContext,
  { sessionId }: Pick<Caller, 'sessionId'>,
): Promise<void> {
  await db
    .update(sessions)
    .set({ provedAt: new Date(clock.now()) })
    .where(eq(sessions.id, sessionId));
}
