// Disputes in the sandboxes: at a real provider, a bank opens and decides them.
import { newId } from '../../../examples/sandbox/src/cards/ids.ts';
import type { Store } from '../../../examples/sandbox/src/cards/store.ts';
import { newWalletId } from '../../../examples/sandbox/src/wallet/wallet-ids.ts';
import type { DisputeObject } from '../../../examples/sandbox/src/wallet/wallet-objects.ts';
import type { WalletStore } from '../../../examples/sandbox/src/wallet/wallet-store.ts';

/** Opens the dispute of an invoice's card payment, or changes its status. */
export async function putDispute(store: Store, invoice: string, status: string): Promise<void> {
  const [open] = (await store.list('dispute', { parent: invoice, limit: 1 })).data;
  const dispute = {
    id: open?.id ?? newId('dispute'),
    object: 'dispute' as const,
    charge: invoice.replace(/^in_/, 'ch_'),
    payment_intent: invoice.replace(/^in_/, 'pi_'),
    status,
  };
  await store.put('dispute', dispute, { parent: invoice });
  await store.emit(open === undefined ? 'charge.dispute.created' : 'charge.dispute.closed', dispute);
}

export type DisputeState = Pick<DisputeObject, 'status' | 'dispute_life_cycle_stage' | 'dispute_outcome'>;

/** Opens a dispute about a PayPal payment, or changes the state of the one that exists. */
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
