import type { Rule } from '../rule.ts';

export const captchaRules: readonly Rule[] = [
  {
    id: 'captcha.recaptcha',
    source: 'decisions.md 7',
    rule: 'Where reCAPTCHA is configured its widget stands in the form; its script is loaded there and nowhere else.',
  },
  {
    id: 'captcha.expired',
    source: 'product.md 9',
    rule: 'A challenge that was solved too long ago says so and is to be solved again.',
  },
  {
    id: 'captcha.reset',
    source: 'decisions.md 4',
    rule: 'A solution serves once: what was handed in is used up, and the widget begins anew.',
  },
  {
    id: 'captcha.verified',
    source: 'decisions.md 4',
    rule: 'Login and register send the solved challenge as captcha, which the server verifies.',
  },
  {
    id: 'captcha.social',
    source: 'product.md 5',
    rule: 'A social sign-in needs a solved challenge like any other.',
  },
  {
    id: 'captcha.once',
    source: 'decisions.md 7',
    rule: 'A solved challenge is verified once, whichever captcha the site has.',
  },
  {
    id: 'captcha.outage-sign-up',
    source: 'decisions.md 7',
    rule: 'While the captcha service does not answer, sign-up is refused.',
  },
  {
    id: 'captcha.outage-sign-in',
    source: 'decisions.md 7',
    rule: 'While the captcha service does not answer, sign-in goes on under a tighter throttle.',
  },
  {
    id: 'captcha.expired-shown',
    source: 'product.md 5',
    rule: "A challenge that has expired blocks with 'Please verify reCAPTCHA.', and the form says that it has expired.",
  },
  {
    id: 'captcha.required',
    source: 'product.md 9',
    rule: 'A captcha is required on sign-in and on sign-up.',
  },
];
