import type { Log } from '../../ports/index.ts';

/** The fields of the sandbox's card form, or the handle of a form that the provider renders. Never a real card number. */
export type CardForm =
  | { readonly kind: 'fields'; readonly number: string; readonly expiry: string; readonly cvc: string }
  | { readonly kind: 'mounted'; readonly card: unknown };

/**
 * `message` is the provider's, or empty. `spent`: the set-up intent was cancelled or has expired, and a form for a new one
 * follows.
 */
export type CardSetupResult =
  | { readonly ok: true; readonly paymentMethodId: string }
  | { readonly ok: false; readonly message: string; readonly spent?: true };

/** A form that the provider has rendered. */
export interface MountedCardForm {
  readonly form: CardForm;
  unmount(): void;
}

/** The page's look, for the provider's form. The provider's own values replace absent ones. */
export interface CardFormLook {
  readonly theme: 'light' | 'dark';
  /** Colours as `rgb(…)`, which every provider reads. */
  readonly colors: Readonly<
    Partial<Record<'primary' | 'background' | 'text' | 'mutedText' | 'danger' | 'line', string>>
  >;
  readonly fontFamily?: string | undefined;
  /** CSS lengths. */
  readonly fontSize?: string | undefined;
  readonly radius?: string | undefined;
}

/** Options of the card form that the provider renders. */
export interface CardMountOptions {
  readonly look: CardFormLook;
  /** Removes the form, or keeps it from being rendered. */
  readonly signal?: AbortSignal | undefined;
}

/** Port: the card provider in the browser. */
export interface CardSetup {
  /** `sandbox` uses our own labelled form; any other renders its form with `mount`. */
  readonly provider: 'stripe' | 'sandbox';
  /** Renders the provider's form into `host`. Rejects when its script or form cannot be loaded. */
  mount?(
    host: HTMLElement,
    options: CardMountOptions & { readonly clientSecret: string },
  ): Promise<MountedCardForm>;
  /** Sends the set-up intent's secret and the form to the provider. Never rejects. */
  confirm(clientSecret: string, form: CardForm): Promise<CardSetupResult>;
}

/** Renders the form of the card that is being set up; null without one, and when it could not be loaded. */
export async function mountCardForm(
  { cardSetup, log }: { readonly cardSetup: CardSetup | null; readonly log: Log },
  host: HTMLElement,
  options: CardMountOptions & { readonly clientSecret: string | undefined },
): Promise<MountedCardForm | null> {
  const { clientSecret } = options;
  if (clientSecret === undefined || cardSetup?.mount === undefined) return null;
  try {
    return await cardSetup.mount(host, { ...options, clientSecret });
  } catch (error) {
    if (options.signal?.aborted !== true) log('The card form could not be loaded.', error);
    return null;
  }
}

/** The error of a card payment on a site without a card provider. */
export function missingCards(): TypeError {
  return new TypeError(
    "Openbell needs cards: the card provider, for example { provider: 'stripe', publishableKey: 'pk_live_…' }.",
  );
}

/** The card provider of a site. */
export type CardsConfig =
  | {
      readonly provider: 'stripe';
      /** Stripe's public key, `pk_…`; the secret one is the server's. */
      readonly publishableKey: string;
    }
  | { readonly provider: 'sandbox' };
