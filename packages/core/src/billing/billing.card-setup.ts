/**
 * What the person typed into the sandbox's card form, or the handle of a form that the card provider draws itself: this
 * code never sees a real card's number (traps E18).
 */
export type CardForm =
  | { readonly kind: 'fields'; readonly number: string; readonly expiry: string; readonly cvc: string }
  | { readonly kind: 'mounted'; readonly card: unknown };

/** `message` is the provider's own, shown in the modal (product.md 8, Card confirmation error); empty when it gave none. */
export type CardSetupResult =
  | { readonly ok: true; readonly paymentMethodId: string }
  | { readonly ok: false; readonly message: string };

/** A form that the provider has drawn into the page. */
export interface MountedCardForm {
  readonly form: CardForm;
  unmount(): void;
}

/**
 * Port: the card provider's part in the browser. `confirm` hands the set-up intent's secret and the form to the provider;
 * it never rejects.
 */
export interface CardSetup {
  /** `sandbox` is drawn as our own labelled form; any other draws its form itself, by `mount`. */
  readonly provider: 'stripe' | 'sandbox';
  /** Draws the provider's form into `host`. Rejects when the provider's script cannot be loaded. */
  mount?(host: HTMLElement): Promise<MountedCardForm>;
  confirm(clientSecret: string, form: CardForm): Promise<CardSetupResult>;
}

/** Which card provider a site has; a `CardSetup` of the host's own may stand in its place. */
export type CardsConfig =
  | { readonly provider: 'stripe'; readonly publishableKey: string }
  | { readonly provider: 'sandbox' };
