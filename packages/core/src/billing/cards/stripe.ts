import type { Appearance, Stripe } from '@stripe/stripe-js';
import type { CardFormLook, CardSetup } from './card-setup.ts';
import { readSetUpOutcome, type StripeOutcome } from './set-up-outcome.ts';

/** Stripe's form, in an iframe. */
export interface StripePaymentForm {
  mount(host: HTMLElement): void;
  destroy(): void;
  onReady(listener: () => void): void;
  onLoadError(listener: () => void): void;
}

/** One set-up intent's form, and its confirmation. */
export interface StripeForm {
  createPayment(): StripePaymentForm;
  /** Stays on the page: Stripe authenticates cards in its own dialog. */
  confirm(): Promise<StripeOutcome>;
}

/** The part of Stripe's script that is used; a test supplies its own. */
export interface StripeScript {
  open(clientSecret: string, look: CardFormLook): StripeForm;
}

export interface StripeCardSetupOptions {
  readonly publishableKey: string;
  /** Loads Stripe's script, from its own host, when the modal first opens. */
  readonly load?: (publishableKey: string) => Promise<StripeScript | null>;
}

/** The card set-up of Stripe. Its form is in Stripe's iframe, so that no card number passes through this site. */
export function createStripeCardSetup(options: StripeCardSetupOptions): CardSetup {
  const load = options.load ?? loadStripeScript;
  const forms = new WeakMap<object, StripeForm>();
  let script: Promise<StripeScript> | null = null;

  function ready(): Promise<StripeScript> {
    script ??= load(options.publishableKey)
      .then((loaded) => {
        if (loaded === null) throw new Error('Stripe.js runs in a browser only.');
        return loaded;
      })
      .catch((error: unknown) => {
        // Opening the modal again retries.
        script = null;
        throw error;
      });
    return script;
  }

  return {
    provider: 'stripe',
    async mount(host, { clientSecret, look, signal }) {
      const stripe = await ready();
      signal?.throwIfAborted();
      const form = stripe.open(clientSecret, look);
      const payment = form.createPayment();
      try {
        await new Promise<void>((resolve, reject) => {
          payment.onReady(resolve);
          payment.onLoadError(() => reject(new Error('The payment form could not be loaded.')));
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
          payment.mount(host);
        });
      } catch (error) {
        payment.destroy();
        throw error;
      }
      const card = {};
      forms.set(card, form);
      return { form: { kind: 'mounted', card }, unmount: () => payment.destroy() };
    },
    async confirm(_, form) {
      const opened = form.kind === 'mounted' ? forms.get(form.card as object) : undefined;
      if (opened === undefined) return { ok: false, message: '' };
      try {
        return readSetUpOutcome(await opened.confirm());
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
    open(clientSecret, look) {
      const elements = stripe.elements({ clientSecret, appearance: appearanceOf(look) });
      return {
        createPayment() {
          // The page shows its own consent text below the form.
          const payment = elements.create('payment', {
            terms: { card: 'never' },
            wallets: { applePay: 'never', googlePay: 'never' },
          });
          return {
            mount: (host) => payment.mount(host),
            destroy: () => payment.destroy(),
            onReady: (listener) => void payment.on('ready', listener),
            onLoadError: (listener) => void payment.on('loaderror', listener),
          };
        },
        confirm: () => stripe.confirmSetup({ elements, redirect: 'if_required' }),
      };
    },
  };
}

/** Converts the page's look to Stripe's appearance. */
function appearanceOf({ theme, colors, fontFamily, fontSize, radius }: CardFormLook): Appearance {
  const variables = {
    colorPrimary: colors.primary,
    colorBackground: colors.background,
    colorText: colors.text,
    colorTextSecondary: colors.mutedText,
    colorDanger: colors.danger,
    fontFamily,
    fontSizeBase: fontSize,
    borderRadius: radius,
  };
  const given = Object.entries(variables).filter(([, value]) => value !== undefined && value !== '');
  return {
    theme: theme === 'dark' ? 'night' : 'stripe',
    variables: Object.fromEntries(given),
    ...(colors.line === undefined ? {} : { rules: { '.Input': { border: `1px solid ${colors.line}` } } }),
  };
}
