import * as v from 'valibot';
import type { ApiClient } from '../../api-client/index.ts';
import type { Endpoint, Schema } from '../../contract/index.ts';
import type { CardForm, CardSetup } from './card-setup.ts';

interface ConfirmBody {
  readonly client_secret: string;
  readonly number: string;
  readonly expiry?: string;
}

interface ConfirmResponse {
  readonly payment_method_id: string;
}

const confirmResponseSchema: Schema<ConfirmResponse> = v.object({
  payment_method_id: v.pipe(v.string(), v.nonEmpty()),
});

/** The sandbox's endpoint, in place of a card provider's script. */
const confirmCard: Endpoint<ConfirmResponse, ConfirmBody> = {
  method: 'POST',
  path: '/dev/cards/confirm',
  bodyFormat: 'json',
  response: confirmResponseSchema,
  hasDataKey: false,
};

/** The invalid fields of the sandbox's card form. */
export type CardFieldErrors = Readonly<Partial<Record<'number' | 'expiry' | 'cvc', true>>>;

/** Validates the sandbox's card form before it is sent. */
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
      const response = await api.request(confirmCard, {
        body: {
          client_secret: clientSecret,
          number: digits(form.number),
          ...(form.expiry === '' ? {} : { expiry: form.expiry }),
        },
      });
      if (response.ok) return { ok: true, paymentMethodId: response.data.payment_method_id };
      // 409: the intent no longer accepts a card.
      return { ok: false, message: response.message, ...(response.status === 409 ? { spent: true } : {}) };
    },
  };
}
