/** Test cards by Stripe's documentation. The sandbox refuses all other numbers and stores none. */

/** An error of the provider about a card, as its API words it. */
export interface CardRefusal {
  /** The provider's error code. */
  readonly code: string;
  /** The bank's reason, where the provider gives one. */
  readonly declineCode?: string;
  /** What the card holder reads. */
  readonly message: string;
}

/** How a card behaves once it is saved. */
export interface CardBehaviour {
  readonly brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay';
  readonly last4: string;
  readonly funding: 'credit' | 'debit' | 'prepaid';
  /** Refusal when the card is saved, null when it can be saved. */
  readonly atSetup: CardRefusal | null;
  /** Whether saving the card asks its holder to authenticate. */
  readonly authentication: 'none' | 'required';
  /** Refusal of a later charge without the holder present, null when it goes through. */
  readonly atCharge: CardRefusal | null;
}

const declined = (declineCode: string, message = 'Your card was declined.'): CardRefusal => ({
  code: 'card_declined',
  declineCode,
  message,
});

const INSUFFICIENT_FUNDS = declined('insufficient_funds', 'Your card has insufficient funds.');
const INCORRECT_NUMBER: CardRefusal = {
  code: 'incorrect_number',
  message: 'Your card number is incorrect.',
};
const NOT_A_TEST_CARD = declined(
  'live_mode_test_card',
  'Your card was declined. Your request was in test mode, but used a non test (live) card.',
);
const AUTHENTICATION_REQUIRED = declined(
  'authentication_required',
  'Your card was declined. This transaction requires authentication.',
);

/** The refusal when a card holder does not complete the authentication. */
export const AUTHENTICATION_FAILED: CardRefusal = {
  code: 'setup_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

interface Row {
  readonly atSetup?: CardRefusal;
  readonly atCharge?: CardRefusal;
  readonly authentication?: 'required';
  readonly funding?: CardBehaviour['funding'];
}

const TEST_CARDS: ReadonlyMap<string, Row> = new Map<string, Row>([
  // Cards that go through.
  ['4242424242424242', {}],
  ['4000056655665556', { funding: 'debit' }],
  ['5555555555554444', {}],
  ['2223003122003222', {}],
  ['5200828282828210', { funding: 'debit' }],
  ['5105105105105100', { funding: 'prepaid' }],
  ['378282246310005', {}],
  ['371449635398431', {}],
  ['6011111111111117', {}],
  ['6011000990139424', {}],
  ['3056930009020004', {}],
  ['36227206271667', {}],
  ['3566002020360505', {}],
  ['6200000000000005', {}],
  // Cards that cannot be saved.
  ['4000000000000002', { atSetup: declined('generic_decline') }],
  ['4000000000009995', { atSetup: INSUFFICIENT_FUNDS }],
  ['4000000000009987', { atSetup: declined('lost_card') }],
  ['4000000000009979', { atSetup: declined('stolen_card') }],
  ['4000000000000069', { atSetup: { code: 'expired_card', message: 'Your card has expired.' } }],
  [
    '4000000000000127',
    { atSetup: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." } },
  ],
  [
    '4000000000000119',
    {
      atSetup: {
        code: 'processing_error',
        message: 'An error occurred while processing your card. Try again in a little bit.',
      },
    },
  ],
  [
    '4000000000006975',
    {
      atSetup: declined(
        'card_velocity_exceeded',
        'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
      ),
    },
  ],
  ['4100000000000019', { atSetup: declined('fraudulent') }],
  // Cards that are saved, and refuse the charge.
  ['4000000000000341', { atCharge: declined('generic_decline') }],
  // Cards that ask for authentication: once while they are saved, at every charge, or in vain.
  ['4000002500003155', { authentication: 'required' }],
  ['4000002760003184', { authentication: 'required', atCharge: AUTHENTICATION_REQUIRED }],
  ['4000008260003178', { authentication: 'required', atCharge: INSUFFICIENT_FUNDS }],
  ['4000003800000446', {}],
]);

/** Reads a card number as a person writes it: blanks and dashes do not count. */
export function readTestCard(
  number: string,
):
  | { readonly ok: true; readonly card: CardBehaviour }
  | { readonly ok: false; readonly refusal: CardRefusal } {
  const digits = number.replace(/[\s-]/g, '');
  const row = TEST_CARDS.get(digits);
  if (row === undefined) {
    const plausible = /^\d{12,19}$/.test(digits) && passesLuhn(digits);
    return { ok: false, refusal: plausible ? NOT_A_TEST_CARD : INCORRECT_NUMBER };
  }
  return {
    ok: true,
    card: {
      brand: brandOf(digits),
      last4: digits.slice(-4),
      funding: row.funding ?? 'credit',
      atSetup: row.atSetup ?? null,
      authentication: row.authentication ?? 'none',
      atCharge: row.atCharge ?? null,
    },
  };
}

function brandOf(digits: string): CardBehaviour['brand'] {
  if (/^3[47]/.test(digits)) return 'amex';
  if (/^3[068]/.test(digits)) return 'diners';
  if (/^35/.test(digits)) return 'jcb';
  if (/^62/.test(digits)) return 'unionpay';
  if (/^6/.test(digits)) return 'discover';
  if (/^[25]/.test(digits)) return 'mastercard';
  return 'visa';
}

/** The check digit that every card number carries. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
