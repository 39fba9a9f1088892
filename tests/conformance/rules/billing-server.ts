import type { Rule } from '../rule.ts';

/** What the server does about money: product.md 1, 3, 4, 6, 7, 8 and 9; decisions.md 4, 7, 9 and 11. */
export const billingServerRules: readonly Rule[] = [
  {
    id: 'billing-server.info',
    source: 'product.md 3',
    rule: 'Subscription info has program, period, provider, status (Trialing, or another) and expired_at.',
  },
  {
    id: 'billing-server.owner',
    source: 'product.md 6',
    rule: 'Only its owner sees or cancels a subscription; for everybody else it is not found.',
  },
  {
    id: 'billing-server.invoice-fresh',
    source: 'traps E9',
    rule: 'GET /web/invoice/{id} asks the provider for a fresh address of the document and leads there.',
  },
  {
    id: 'billing-server.invoice-link',
    source: 'traps E9',
    rule: "A payment's link in the history is signed for its payer and expires; it leads to a fresh address of the document without a token.",
  },
  {
    id: 'billing-server.invoice-owner',
    source: 'traps E9',
    rule: "A payment's document is its owner's: 401 for a visitor, not found for everybody else.",
  },
  {
    id: 'billing-server.cancel-request',
    source: 'product.md 7',
    rule: 'A request to cancel may carry an address to be sent to; where the server cancels by itself, it carries none.',
  },
  {
    id: 'billing-server.cancel',
    source: 'decisions.md 11',
    rule: 'After a cancel the status is canceled at once, access lasts until expired_at, and a mail confirms it.',
  },
  {
    id: 'billing-server.cancel-lost',
    source: 'traps E12',
    rule: 'A cancel whose answer was lost after the provider did the work is a cancel.',
  },
  {
    id: 'billing-server.paypal',
    source: 'product.md 4',
    rule: 'For paypal the person is sent to approveLink, comes back to /welcome, and is polled active.',
  },
  {
    id: 'billing-server.paypal-return',
    source: 'traps E16',
    rule: 'What the browser brings back from PayPal activates nothing.',
  },
  {
    id: 'billing-server.trial-once',
    source: 'traps E17',
    rule: 'The free trial is one a person, one a card and one a PayPal payer.',
  },
  {
    id: 'billing-server.one-plan',
    source: 'traps E4',
    rule: 'Nobody has two live subscriptions, whatever they pay with.',
  },
  {
    id: 'billing-server.clock',
    source: 'decisions.md 1',
    rule: "'Now' is the server's: its Date header follows its clock, which the sandbox can set ahead.",
  },
  {
    id: 'billing-server.life',
    source: 'product.md 4',
    rule: 'A trial ends, is charged, fails, is tried again, keeps access for its grace period, and ends.',
  },
  {
    id: 'billing-server.socket-expiry',
    source: 'traps F3',
    rule: 'A live socket closes with 4403 when access ends, and stays open through a renewal.',
  },
  {
    id: 'entitlement.derived',
    source: 'product.md 9',
    rule: 'expired_at is derived by one rule from the status and the period of every plan, whatever the zone or the clock.',
  },
  {
    id: 'billing-server.paypal-errors',
    source: 'decisions.md 7',
    rule: 'A wallet that does not answer, or answers nonsense, is unavailable, and never a crash or a plan.',
  },
  {
    id: 'billing-server.provider-time',
    source: 'traps 5.39',
    rule: 'What a call asks of a payment provider, second tries included, takes 10 s at most in all; then it is 503 with Retry-After.',
  },
  {
    id: 'billing-server.reordering',
    source: 'traps E6',
    rule: 'Webhooks in any order, late and repeated, end with what the provider has, and each matter is told once.',
  },
  {
    id: 'billing-server.webhook-forged',
    source: 'traps E6',
    rule: 'A webhook that the provider did not sign is refused and changes nothing.',
  },
  {
    id: 'billing-server.webhook-replay',
    source: 'traps E6',
    rule: 'A webhook that comes again, the same bytes and signature, is known by its id: answered, and nothing is done.',
  },
  {
    id: 'billing-server.webhook-old',
    source: 'traps E6',
    rule: "A webhook signed too long ago by the server's clock (5 minutes for Stripe, PayPal's 3 days of tries) is refused.",
  },
  {
    id: 'billing-server.webhook-tampered',
    source: 'traps E6',
    rule: 'A webhook whose body was changed after it was signed, or that was signed with another secret, is refused.',
  },
  {
    id: 'billing-server.webhook-believed',
    source: 'traps E6',
    rule: 'A webhook only says what to read again: a signed lie about a state changes nothing.',
  },
  {
    id: 'billing-server.trial-days',
    source: 'traps E1',
    rule: 'The length of the free trial is configured (7 days by default), said with the programs, and the one that is granted.',
  },
  {
    id: 'billing-server.trial-warning',
    source: 'traps E1',
    rule: 'The server warns at its start when the trial is not the one that the built pages speak of.',
  },
  {
    id: 'billing-server.deleted-plan-ends',
    source: 'traps B9',
    rule: 'A plan that still runs at the provider after its account was deleted is ended there by a job.',
  },
  {
    id: 'billing-server.abandoned',
    source: 'traps E19',
    rule: 'An open set-up intent is given again within the hour, and canceled at the provider afterwards.',
  },
  {
    id: 'billing-server.throttle',
    source: 'decisions.md 11',
    rule: 'Polling and opening payments too fast is 429 with Retry-After, for that person alone.',
  },
  {
    id: 'billing-server.mass-assignment',
    source: 'traps E2',
    rule: 'Price, trial, status and person are never taken from what the client sends.',
  },
  {
    id: 'billing-server.deleted-account',
    source: 'decisions.md 4',
    rule: 'A late event about the plan of a deleted account writes no mail and gives no access.',
  },
  {
    id: 'billing-server.failed-approval',
    source: 'traps E13',
    rule: 'A wallet approval that failed does not end the poll of a payment that was begun after it.',
  },
  {
    id: 'billing-server.sandbox-recovery',
    source: 'decisions.md 9',
    rule: 'In the sandbox a person can let refused payments go through, and sees past_due become active.',
  },
  {
    id: 'billing-server.item-periods',
    source: 'traps E8',
    rule: 'Stripe’s periods are read from the items; with several, the earliest end counts.',
  },
];
