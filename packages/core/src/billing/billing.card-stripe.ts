import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
import type { CardSetup } from './billing.card-setup.ts';

/** Stripe's error; a set-up intent that has succeeded already comes inside one. */
interface StripeRefusal {
  readonly message?: string | undefined;
  readonly setup_intent?:
    | { readonly status: string; readonly payment_method: string | { readonly id: string } | null }
    | undefined;
}

/** The part of Stripe's script that is used; a test supplies its own. */
export interface StripeScript {
  elements(): { create(type: 'card'): MountableCard };
  confirmCardSetup(
    clientSecret: string,
    data: { readonly payment_method: { readonly card: unknown } },
  ): Promise<{
    readonly setupIntent?: { readonly payment_method: string | { readonly id: string } | null } | undefined;
    readonly error?: StripeRefusal | undefined;
  }>;
}

interface MountableCard {
  mount(host: HTMLElement): void;
  unmount(): void;
}

export interface StripeCardSetupOptions {
  readonly publishableKey: string;
  /** Loads Stripe's script, from its own host, when the modal first opens. */
  readonly load?: (publishableKey: string) => Promise<StripeScript | null>;
}

/** The card set-up of Stripe: its own form, in its own frame, so that no card number passes through this site. */
export function createStripeCardSetup(options: StripeCardSetupOptions): CardSetup {
  const load = options.load ?? loadStripeScript;
  let script: Promise<StripeScript> | null = null;

  function ready(): Promise<StripeScript> {
    script ??= load(options.publishableKey)
      .then((loaded) => {
        if (loaded === null) throw new Error('Stripe.js runs in a browser only.');
        return loaded;
      })
      .catch((error: unknown) => {
        // The next opening of the modal tries again.
        script = null;
        throw error;
      });
    return script;
  }

  return {
    provider: 'stripe',
    async mount(host) {
      const card = (await ready()).elements().create('card');
      card.mount(host);
      return { form: { kind: 'mounted', card }, unmount: () => card.unmount() };
    },
    async confirm(clientSecret, form) {
      try {
        const stripe = await ready();
        const card = form.kind === 'mounted' ? form.card : null;
        const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, {
          payment_method: { card },
        });
        // A repeated confirmation of what has already succeeded comes back as an error that carries the success.
        const done =
          setupIntent ?? (error?.setup_intent?.status === 'succeeded' ? error.setup_intent : undefined);
        const method = done?.payment_method ?? null;
        if (method === null) return { ok: false, message: error?.message ?? '' };
        return { ok: true, paymentMethodId: typeof method === 'string' ? method : method.id };
      } catch {
        return { ok: false, message: '' };
      }
    },
  };
}

async function loadStripeScript(publishableKey: string): Promise<StripeScript | null> {
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  const stripe: Stripe | null = await loadStripe(publishableKey);
  if (stripe === null) return null;
  return {
    elements: () => {
      const elements = stripe.elements();
      return { create: (type) => elements.create(type) };
    },
    confirmCardSetup: (clientSecret, { payment_method }) =>
      stripe.confirmCardSetup(clientSecret, {
        payment_method: { card: payment_method.card as StripeCardElement },
      }),
  };
}
