/** Texts of the billing area, by code. Quotes of product.md are exact. */
export const billingTexts = {
  // Pricing card (product.md 2, 4).
  'billing.pricingTitle': 'Membership',
  'billing.plan': 'Plan',
  'billing.planPlaceholder': '-- Select an option --',
  'billing.planMissing': 'Please select a plan.',
  'billing.plansLoading': 'Loading the plans',
  'billing.plansFailed': 'The plans could not be loaded.',
  'billing.plansEmpty': 'There is no plan to choose at the moment.',
  'billing.term': 'Term',
  'billing.monthly': 'Monthly',
  'billing.yearly': 'Yearly',
  'billing.gateway': 'Pay with',
  'billing.stripe': 'Stripe',
  'billing.paypal': 'PayPal',
  'billing.totalToday': 'Total today',
  'billing.freeFor': 'Free for {days} days',
  'billing.thenMonthly': 'Then {price} a month, from {date}.',
  'billing.thenYearly': 'Then {price} a year, from {date}.',
  'billing.renewsMonthly': '{price} a month, next on {date}.',
  'billing.renewsYearly': '{price} a year, next on {date}.',
  'billing.cancelAnytime': 'Cancel anytime.',
  'billing.choosePlanFirst': 'Select a plan to see what it costs.',
  'billing.enroll': 'Enroll',
  'billing.alreadySubscribed': 'You are already subscribed.',
  'billing.goToProfile': 'Go to Profile',
  'billing.planEnded': 'Your plan ended on {date}.',

  // Payment (product.md 2, 4, 8).
  'billing.addPaymentMethod': 'Add a Payment Method',
  'billing.cardNumber': 'Card number',
  'billing.cardExpiry': 'Expiry',
  'billing.cardCvc': 'CVC',
  'billing.cardExpiryPlaceholder': 'MM / YY',
  'billing.cardDetails': 'Card details',
  'billing.cardNumberInvalid': 'Please enter a card number.',
  'billing.cardExpiryInvalid': 'Please enter the month and year on the card.',
  'billing.cardCvcInvalid': 'Please enter the 3 or 4 digits of the security code.',
  'billing.sandbox': 'Sandbox',
  'billing.sandboxCards':
    'No real card is charged. 4242\u00a04242\u00a04242\u00a04242 succeeds, 4000\u00a00000\u00a00000\u00a00002 is declined.',
  'billing.cardFormLoading': 'Loading the card form',
  'billing.cardFormFailed': 'The payment form could not be loaded.',
  'billing.consent':
    'By setting up this card you allow us to charge it for this and future payments, as the {terms} say.',
  'billing.consentTerms': 'terms',
  'billing.setUp': 'Set up',
  'billing.processing': 'Processing...',
  'billing.close': 'Close',
  'billing.error': 'Error: {message}',
  'billing.cardFailed': 'The card could not be set up. Please try again.',
  'billing.enrollmentFailed': 'The payment could not be started. Please try again.',
  'billing.redirectBlocked':
    'The payment page that the server named is not one that we know. Nothing was charged.',
  'billing.subscriptionFailed':
    'The subscription could not be made. Your card was not charged twice; press Enroll to try again.',
  'billing.paymentFailed': 'The payment failed.',
  'billing.unreachable': 'The server could not be reached. Please try again.',

  // Waiting for the subscription (decisions.md 4).
  'billing.confirming': 'Confirming your subscription...',
  'billing.takingLonger':
    'This is taking longer than usual. Your payment is safe; we keep checking, and you can leave this page.',
  'billing.subscribed': 'You are subscribed.',
} as const;
