import type { Rule } from '../rule.ts';

/** What a person sees and does when paying, waiting and cancelling. */
export const billingRules: readonly Rule[] = [
  {
    id: 'billing.enroll-visitor',
    source: 'product.md 2',
    rule: 'Enroll when not signed in goes to /signin with redirect=/ and tag=pricing.',
  },
  {
    id: 'billing.card-placeholder',
    source: 'product.md 2',
    rule: "The pricing card has a plan select with the placeholder '-- Select an option --', a term, a gateway and Enroll.",
  },
  {
    id: 'billing.defaults',
    source: 'product.md 4',
    rule: 'The term is monthly by default.',
  },
  {
    id: 'billing.yearly-paypal',
    source: 'product.md 4',
    rule: 'Choosing yearly switches the gateway to paypal, on the change of the term only; it can be toggled back by hand.',
  },
  {
    id: 'billing.already',
    source: 'product.md 2',
    rule: "A subscriber's pricing card says 'You are already subscribed.' and offers 'Go to Profile'.",
  },
  {
    id: 'billing.already-option',
    source: 'decisions.md 1',
    rule: 'As an option, everybody who has ever had a plan counts as subscribed on the pricing card.',
  },
  {
    id: 'billing.lapsed',
    source: 'decisions.md 1',
    rule: 'A member whose plan has lapsed is told when it ended and can buy again.',
  },
  {
    id: 'billing.programs-log',
    source: 'product.md 7',
    rule: "Programs that do not load log 'Failed to fetch program data'.",
  },
  {
    id: 'billing.server-prices',
    source: 'product.md 9',
    rule: 'The prices on the pricing card come from the server.',
  },
  {
    id: 'billing.pricing-hash',
    source: 'product.md 2',
    rule: 'The pricing section scrolls to the anchor in the address on load.',
  },
  {
    id: 'billing.unsubscribe-order',
    source: 'product.md 4',
    rule: 'Unsubscribing is details, impact, confirm, then a cancel request.',
  },
  {
    id: 'billing.card-confirmation',
    source: 'product.md 7',
    rule: "The card provider confirms the set-up with the client secret, and gives an error or a payment method's id.",
  },
  {
    id: 'billing.intent-body',
    source: 'product.md 7',
    rule: 'The payment intent is asked for with term, gateway and program_id.',
  },
  {
    id: 'billing.intent-failure',
    source: 'product.md 8',
    rule: "A payment intent that fails is logged as 'Error during enrollment'; the person is told, and Enroll is ready again.",
  },
  {
    id: 'billing.intent-conflict',
    source: 'decisions.md 11',
    rule: 'A payment intent for a subscriber is 409; the client then shows the profile.',
  },
  {
    id: 'billing.approve-link',
    source: 'product.md 4',
    rule: 'For paypal the browser is redirected to approveLink.',
  },
  {
    id: 'billing.approve-refused',
    source: 'decisions.md 12',
    rule: 'A refused or missing approveLink leaves the person on the pricing card with a message, and Enroll ready again.',
  },
  {
    id: 'billing.redirect-allowed',
    source: 'decisions.md 11',
    rule: 'approveLink may be a path of the site or an https address on the allow-list.',
  },
  {
    id: 'billing.modal',
    source: 'product.md 2',
    rule: "The payment modal is titled 'Add a Payment Method', has a card entry field, a consent line with a link to the terms, 'Set up' ('Processing...' while busy) and a close button.",
  },
  {
    id: 'billing.set-up-elsewhere',
    source: 'our own',
    rule: 'A card form that is left open while another tab sets the same card up goes on: a set-up that has succeeded counts, and one that takes no card any more is replaced by a new form that says so.',
  },
  {
    id: 'billing.card-error-inline',
    source: 'product.md 8',
    rule: "A card confirmation error shows inline in red, in the provider's words.",
  },
  {
    id: 'billing.stripe-form',
    source: 'decisions.md 7',
    rule: "With a publishable key the modal shows Stripe's own form, loaded when the modal opens, and no card number passes through the site.",
  },
  {
    id: 'billing.subscription-body',
    source: 'product.md 7',
    rule: "A subscription is created with gateway 'stripe', program_id, term and payment_method_id.",
  },
  {
    id: 'billing.subscription-error',
    source: 'product.md 8',
    rule: "A card set-up error during the subscription is the alert 'Error: <message>'.",
  },
  {
    id: 'billing.idempotent',
    source: 'decisions.md 4',
    rule: 'create-subscription carries an Idempotency-Key that is made when the modal opens and used again on a retry.',
  },
  {
    id: 'billing.enroll-once',
    source: 'traps E4',
    rule: 'However Enroll and Set up are pressed, one payment request is under way at a time, and nobody is charged twice.',
  },
  {
    id: 'billing.poll-until-active',
    source: 'product.md 9',
    rule: 'After a subscription is created its status is polled every 1000 ms, without an upper bound, until active is true.',
  },
  {
    id: 'billing.poll-one-at-a-time',
    source: 'decisions.md 4',
    rule: 'The poll has one request at a time: the next wait starts when the answer is in.',
  },
  { id: 'billing.poll-hidden', source: 'decisions.md 4', rule: 'The poll pauses while the page is hidden.' },
  { id: 'billing.poll-retry-after', source: 'decisions.md 4', rule: 'The poll honours Retry-After.' },
  {
    id: 'billing.poll-late',
    source: 'decisions.md 4',
    rule: "After 60 s the page says that it is taking longer than usual and offers 'Go to Profile', while the poll goes on.",
  },
  {
    id: 'billing.poll-failed',
    source: 'decisions.md 11',
    rule: "A failed status ends the poll with 'Error: <message>'.",
  },
  {
    id: 'billing.poll-sign-out',
    source: 'decisions.md 4',
    rule: 'The poll ends with the session, and stops when nobody shows it.',
  },
  {
    id: 'billing.then-profile',
    source: 'product.md 2',
    rule: 'After a successful subscription, or when already subscribed, navigation goes to /profile.',
  },
  {
    id: 'billing.welcome-poll',
    source: 'decisions.md 11',
    rule: "The wallet comes back to /welcome, which polls until active, then says so and offers 'Go to Profile'.",
  },
  {
    id: 'billing.welcome-text',
    source: 'product.md 1',
    rule: 'The welcome page explains how to receive text alerts: a keyword to a US number, then full name and e-mail; it links community channels, terms, privacy and a best-practices guide.',
  },
  {
    id: 'billing.welcome-link',
    source: 'decisions.md 11',
    rule: "A subscriber's /profile links to /welcome.",
  },
  {
    id: 'billing.status',
    source: 'product.md 4',
    rule: 'ACTIVE is green, CANCELED (canceled and cancelled) red, any other value upper-case and yellow.',
  },
  {
    id: 'billing.displayed',
    source: 'product.md 4',
    rule: "The displayed subscription is the first whose status is active, ignoring case, otherwise the user's active_subscription.",
  },
  {
    id: 'billing.table',
    source: 'product.md 2',
    rule: 'The subscriptions table has serial number, subscription id, status, provider, period (1 = Monthly, otherwise Yearly), start and end; a row expands to its payment history.',
  },
  {
    id: 'billing.history',
    source: 'product.md 2',
    rule: "Payment history shows date, amount with $, and 'View PDF' or N/A; without any, 'No payment history available.'.",
  },
  {
    id: 'billing.invoice-hosts',
    source: 'decisions.md 12',
    rule: "An invoice link that is missing, or not https on the card provider's or PayPal's hosts, reads N/A.",
  },
  {
    id: 'billing.unsubscribe-details',
    source: 'product.md 2',
    rule: "The details page shows program, billing period, provider, status and expiry; 'Yes, Continue' goes to impact, 'No, Go Back' to /profile.",
  },
  {
    id: 'billing.info-status',
    source: 'product.md 3',
    rule: "The details page's status 'Trialing' is styled as a trial, in yellow; anything else is shown as active.",
  },
  {
    id: 'billing.info-error-flag',
    source: 'decisions.md 11',
    rule: "The subscription information's error flag comes with status 200 and is read as a refusal.",
  },
  {
    id: 'billing.info-error-written',
    source: 'traps E15',
    rule: "The error flag is read however it is written: 1, 'true' and a sentence are errors, 0, 'false' and nothing are none.",
  },
  {
    id: 'billing.info-error-alert',
    source: 'product.md 8',
    rule: 'Subscription information with the error flag is an alert with the server’s message.',
  },
  {
    id: 'billing.info-retry',
    source: 'decisions.md 4',
    rule: 'Subscription information that does not load shows a message and Retry, instead of an endless wait.',
  },
  {
    id: 'billing.unsubscribe-impact',
    source: 'product.md 2',
    rule: "The impact page lists premium content, saved preferences, priority support and community channels; 'Yes, Continue' goes to confirm, 'No, Take Me Back' to /.",
  },
  {
    id: 'billing.unsubscribe-confirm',
    source: 'product.md 2',
    rule: "The confirm page is marked permanent; 'Yes, Unsubscribe' performs the cancel, 'No, Cancel' goes to /.",
  },
  {
    id: 'billing.cancel-success',
    source: 'product.md 8',
    rule: "A cancel that succeeds is the alert 'Unsubscription successful. You will receive a confirmation email shortly.', then /.",
  },
  {
    id: 'billing.cancel-failure',
    source: 'product.md 8',
    rule: "A cancel that fails is the alert 'Unsubscription failed. Please try again later.'.",
  },
  {
    id: 'billing.cancel-once',
    source: 'product.md 4',
    rule: 'A double click on Yes, Unsubscribe sends one cancel.',
  },
  {
    id: 'billing.cancel-lost-answer',
    source: 'product.md 4',
    rule: 'When the answer to a cancel is lost, the profile decides whether it was done.',
  },
  {
    id: 'billing.cancel-request-url',
    source: 'decisions.md 4',
    rule: 'When cancel-subscription-request gives a url that is a path of this site or on the allow-list, the browser goes there.',
  },
  {
    id: 'billing.cancel-request-page',
    source: 'decisions.md 4',
    rule: 'Otherwise cancelling goes to /unsubscribe/{id} of the displayed subscription.',
  },
  {
    id: 'billing.outlook-trial',
    source: 'product.md 9',
    rule: 'A trial says when it ends, what is charged then, and until when cancelling costs nothing.',
  },
  {
    id: 'billing.outlook-next',
    source: 'product.md 2',
    rule: 'The profile shows the next billing date, and the amount when the backend says it.',
  },
  {
    id: 'billing.outlook-past-due',
    source: 'traps E7',
    rule: 'A failed payment shows on the profile, with when it is tried again and what to do.',
  },
  {
    id: 'billing.payment-cancelled',
    source: 'traps E16',
    rule: 'Who comes back from the wallet without approving reads that nothing was charged; the address decides no more.',
  },
  {
    id: 'billing.past-due-notice',
    source: 'traps E7',
    rule: 'While the last payment has failed, every page of the shell says so and leads to the profile.',
  },
  {
    id: 'billing.outlook-canceled',
    source: 'decisions.md 11',
    rule: 'After a cancel the status is canceled at once and access lasts until expired_at, which the profile says.',
  },
  {
    id: 'billing.expiry-in-use',
    source: 'product.md 9',
    rule: 'A subscription that ends while the app is open closes what is for subscribers.',
  },
  {
    id: 'billing.refund-annual',
    source: 'product.md 9',
    rule: 'A yearly plan gives back what was paid less $100 from day 31 to day 60, within 25 days, and nothing from day 61 on.',
  },
  {
    id: 'billing.refund-monthly',
    source: 'product.md 9',
    rule: 'A returning monthly member gets all of it back in the first 3 days.',
  },
  {
    id: 'billing.refund-open',
    source: 'traps E21',
    rule: 'What the terms do not say about a refund is answered as open, and no refund is automatic.',
  },
  {
    id: 'billing.renewal-price',
    source: 'product.md 9',
    rule: 'A month after an annual term costs 10% of the annual price, after a biannual one 5%.',
  },
  {
    id: 'billing.trial-days',
    source: 'product.md 9',
    rule: 'The free trial is 7 days where the server does not say otherwise.',
  },
  {
    id: 'billing.terms-and-gateways',
    source: 'product.md 9',
    rule: 'Plan terms are 1 (monthly) and 2 (yearly), gateways stripe and paypal.',
  },
  {
    id: 'billing.stripe-modal-opens',
    source: 'product.md 4',
    rule: 'For stripe the client secret is kept and the payment-method modal opens.',
  },
  {
    id: 'billing.modal-closes',
    source: 'product.md 4',
    rule: 'When the card is set up the subscription is made, and the modal closes.',
  },
  {
    id: 'billing.enroll-spinner',
    source: 'product.md 4',
    rule: 'While the payment-intent call runs Enroll shows a spinner and takes no second press.',
  },
];
