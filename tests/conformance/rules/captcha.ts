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
];
