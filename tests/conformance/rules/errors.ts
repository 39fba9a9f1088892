import type { Rule } from '../rule.ts';

export const errorsRules: readonly Rule[] = [
  {
    id: 'errors.catalogue',
    source: 'product.md 8',
    rule: 'Each text of the error catalogue stands to the letter.',
  },
  {
    id: 'errors.empty-and-loading',
    source: 'product.md 8',
    rule: 'Each empty and loading text stands to the letter.',
  },
  {
    id: 'errors.quotes',
    source: 'decisions.md 8',
    rule: 'Every user-visible text of the specification is kept to the letter.',
  },
  {
    id: 'errors.overrides',
    source: 'decisions.md 8',
    rule: 'All texts live in one catalogue, keyed by code, which an embedder can override.',
  },
  {
    id: 'errors.alerts',
    source: 'decisions.md 8',
    rule: "An 'alert' is an accessible toast with the role alert, never window.alert.",
  },
  {
    id: 'errors.html-never-shown',
    source: 'decisions.md 4',
    rule: 'An error page in HTML is never shown to a person.',
  },
  {
    id: 'errors.internal',
    source: 'decisions.md 4',
    rule: "An error inside the server tells nothing but the request's id.",
  },
  {
    id: 'errors.sign-in',
    source: 'product.md 8',
    rule: "A refused sign-in shows the server's message, or 'Login failed'; a missing captcha 'Please verify reCAPTCHA.'.",
  },
  {
    id: 'errors.sign-up-captcha',
    source: 'product.md 8',
    rule: "Sign-up without a captcha shows 'Please verify reCAPTCHA.' and sends nothing.",
  },
  {
    id: 'errors.otp',
    source: 'product.md 8',
    rule: "A failed OTP call shows the server's message or 'Failed to send OTP' under the form; a failed Send Again also in an alert.",
  },
  {
    id: 'errors.contact',
    source: 'product.md 8',
    rule: "The contact form says 'Please fill all fields', 'Failed to submit form' or 'Form submitted successfully'.",
  },
  {
    id: 'errors.billing',
    source: 'product.md 8',
    rule: 'A payment intent that fails, a subscription that is refused and details that do not load are each said.',
  },
  {
    id: 'errors.unauthorized',
    source: 'product.md 8',
    rule: 'A 401 removes the stored token and user, and the member comes back to the page after signing in.',
  },
  {
    id: 'errors.log-out',
    source: 'product.md 8',
    rule: 'An error of the server at log-out is ignored.',
  },
  {
    id: 'errors.empty-shown',
    source: 'product.md 8',
    rule: 'Where there is nothing, nothing yet or nothing that can be shown, the page says so in the words of the catalogue.',
  },
  {
    id: 'errors.microphone',
    source: 'product.md 8',
    rule: "A microphone that is denied or missing is told: 'Microphone access denied or not supported.'.",
  },
  {
    id: 'errors.social',
    source: 'product.md 8',
    rule: "A social sign-in that the server refuses is told in its words, or 'Login failed', and the form stays usable.",
  },
];
