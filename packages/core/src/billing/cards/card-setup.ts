/**
 * What the person typed into the sandbox's card form, or the handle of a form that the card provider draws itself: this
 * code never sees a real card's number.
 */
export type CardForm =
  | { readonly kind: 'fields'; readonly number: string; readonly expiry: string; readonly cvc: string }
  | { readonly kind: 'mounted'; readonly card: unknown };

/**
 * `message` is the provider's own, shown in the modal; empty when it gave none.
 * `spent`: the set-up intent takes no card any more (it was cancelled, or its time is over); a form of a new one comes.
 */
export type CardSetupResult =
  | { readonly ok: true; readonly paymentMethodId: string }
  | { readonly ok: false; readonly message: string; readonly spent?: true };

/** A form that the provider has drawn into the page. */
export interface MountedCardForm {
  readonly form: CardForm;
  unmount(): void;
}

/** How the page looks round the provider's form, so that the form can look alike. Absent parts are the provider's own. */
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

/** What the page says about the place where the provider draws its form. */
export interface CardPlace {
  readonly look: CardFormLook;
  /** Aborted when the place is gone: the form is taken away, or not drawn at all. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Port: the card provider's part in the browser. `confirm` hands the set-up intent's secret and the form to the provider;
 * it never rejects.
 */
export interface CardSetup {
  /** `sandbox` is drawn as our own labelled form; any other draws its form itself, by `mount`. */
  readonly provider: 'stripe' | 'sandbox';
  /** Draws the provider's form into `host`. Rejects when the provider's script, or its form, cannot be loaded. */
  mount?(host: HTMLElement, place: CardPlace & { readonly clientSecret: string }): Promise<MountedCardForm>;
  confirm(clientSecret: string, form: CardForm): Promise<CardSetupResult>;
}

/** Which card provider a site has; a `CardSetup` of the host's own may stand in its place. */
export type CardsConfig =
  | {
      readonly provider: 'stripe';
      /** Stripe's public key, `pk_…`; the secret one is the server's. */
      readonly publishableKey: string;
    }
  | { readonly provider: 'sandbox' };
