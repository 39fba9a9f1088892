import * as v from 'valibot';
import type { ApiClient } from '../../api-client/index.ts';
import type { Endpoint, Schema } from '../../contract/index.ts';
import type { CardForm, CardSetup } from './card-setup.ts';

interface ConfirmBody {
  readonly client_secret: string;
  readonly number: string;
}

interface ConfirmAnswer {
  readonly payment_method_id: string;
}

const answerSchema: Schema<ConfirmAnswer> = v.object({ payment_method_id: v.pipe(v.string(), v.nonEmpty()) });

/** The sandbox's stand-in for the card provider's own script. */
const confirmCard: Endpoint<ConfirmAnswer, ConfirmBody> = {
  method: 'POST',
  path: '/dev/cards/confirm',
  bodyFormat: 'json',
  answer: answerSchema,
  hasDataKey: false,
};

/** What is wrong with a field of the sandbox's card form. */
export type CardFieldErrors = Readonly<Partial<Record<'number' | 'expiry' | 'cvc', true>>>;

/** Checks the sandbox's form as a card form does, before anything is sent. */
export function checkCardFields(form: Extract<CardForm, { kind: 'fields' }>): CardFieldErrors {
  return {
    ...(/^\d{12,19}$/.test(digits(form.number)) ? {} : { number: true as const }),
    ...(/^(?:0?[1-9]|1[0-2])\s*[/-]?\s*(?:\d{2}|20\d{2})$/.test(form.expiry.trim())
      ? {}
      : { expiry: true as const }),
    ...(/^\d{3,4}$/.test(form.cvc.trim()) ? {} : { cvc: true as const }),
  };
}

function digits(number: string): string {
  return number.replace(/[\s-]/g, '');
}

/** The card set-up of the sandbox. `api` reaches the server's root, where the sandbox's pages are. */
export function createSandboxCardSetup({ api }: { readonly api: Pick<ApiClient, 'request'> }): CardSetup {
  return {
    provider: 'sandbox',
    async confirm(clientSecret, form) {
      if (form.kind !== 'fields') return { ok: false, message: '' };
      const answer = await api.request(confirmCard, {
        body: { client_secret: clientSecret, number: digits(form.number) },
      });
      if (answer.ok) return { ok: true, paymentMethodId: answer.data.payment_method_id };
      // 409: the intent takes no card any more.
      return { ok: false, message: answer.message, ...(answer.status === 409 ? { spent: true } : {}) };
    },
  };
}
