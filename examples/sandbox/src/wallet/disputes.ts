import { newWalletId } from './wallet-ids.ts';
import type { DisputeObject } from './wallet-objects.ts';
import type { WalletStore } from './wallet-store.ts';

type DisputeState = Pick<DisputeObject, 'status' | 'dispute_life_cycle_stage' | 'dispute_outcome'>;

/** Opens a dispute about a payment, or changes the state of the one that exists. */
export async function putWalletDispute(
  store: WalletStore,
  paymentId: string,
  { state, at }: { readonly state: DisputeState; readonly at: number },
): Promise<void> {
  const [earlier] = await store.list('dispute', paymentId);
  const id = earlier?.id ?? newWalletId('PP-D');
  const dispute: DisputeObject = {
    id,
    dispute_id: id,
    create_time: earlier?.create_time ?? new Date(at).toISOString(),
    disputed_transactions: [{ seller_transaction_id: paymentId }],
    ...state,
  };
  await store.put('dispute', dispute, paymentId);
  const resolved = state.status === 'RESOLVED' ? 'RESOLVED' : 'UPDATED';
  await store.emit(`CUSTOMER.DISPUTE.${earlier === undefined ? 'CREATED' : resolved}`, dispute, at);
}
