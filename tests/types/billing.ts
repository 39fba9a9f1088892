import type { ApiClient } from '@openbell/core/api-client';
import {
  type BillingError,
  type CancellationError,
  createBilling,
  createCancellation,
  createSandboxCardSetup,
  createStripeCardSetup,
  type EnrolmentState,
} from '@openbell/core/billing';
import type { Program } from '@openbell/core/contract';
import type { Session } from '@openbell/core/session';
import { holds, type Same } from './expect.ts';

export async function billing(api: ApiClient, session: Session, form: HTMLFormElement): Promise<void> {
  // @ts-expect-error Stripe's key is the page's to know
  createStripeCardSetup({});
  const cardSetup = createSandboxCardSetup({ api });
  const made = createBilling({ api, session, cardSetup });
  // @ts-expect-error who takes the card is said
  createBilling({ api, session });
  form.addEventListener('submit', made.submit);
  made.chooseProgram(1);
  // @ts-expect-error ids are numbers
  made.chooseProgram('1');
  made.chooseTerm(2);
  // @ts-expect-error a month or a year
  made.chooseTerm(3);
  // @ts-expect-error a gateway of the product's
  made.chooseGateway('cash');
  const loaded = await made.loadPrograms();
  if (loaded.ok) holds<Same<typeof loaded.value, readonly Program[]>>();
  else holds<Same<typeof loaded.error.code, 'unavailable'>>();
  const enrolled = await made.enroll();
  if (enrolled.ok) holds<Same<typeof enrolled.value, 'sign-in' | 'profile' | 'here'>>();
  holds<
    Same<
      BillingError['code'],
      | 'signed-out'
      | 'plan-missing'
      | 'intent-failed'
      | 'redirect-blocked'
      | 'subscription-failed'
      | 'payment-failed'
      | 'busy'
    >
  >();
}

export function enrolment(state: EnrolmentState): void {
  if (state.step === 'card') holds<Same<typeof state.error, string | null>>();
  if (state.step === 'choosing') holds<Same<typeof state.error, BillingError | null>>();
  if (state.step === 'confirming') holds<Same<typeof state.late, boolean>>();
  // @ts-expect-error no error belongs to what is done
  if (state.step === 'subscribed') state.error;
}

export async function cancelling(api: ApiClient, session: Session): Promise<void> {
  const made = createCancellation({ api, session });
  // @ts-expect-error which subscription is said
  await made.cancel();
  const requested = await made.requestCancel();
  if (requested.ok && requested.value.kind === 'page') holds<Same<typeof requested.value.path, string>>();
  // @ts-expect-error a browser that has left has an address, no path
  if (requested.ok && requested.value.kind === 'left') requested.value.path;
  holds<Same<CancellationError['code'], 'failed' | 'refused' | 'nothing-to-cancel' | 'superseded'>>();
}
