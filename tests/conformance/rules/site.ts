import type { Rule } from '../rule.ts';

/** The public site: product.md 1 and 2. */
export const siteRules: readonly Rule[] = [
  {
    id: 'site.landing-sections',
    source: 'product.md 2',
    rule: 'The landing page has the hero, the partners strip, the transformation and after-6-months sections, about, pricing, contact, the journey, testimonials, who can join, Meet your Mentors and Overcoming Trading Challenges.',
  },
  {
    id: 'site.claims',
    source: 'product.md 9',
    rule: 'The claims are 4000+ learners, 4.8/5, a 6-month program, five features, and 70% of traders who fail.',
  },
  {
    id: 'site.challenges',
    source: 'product.md 1',
    rule: 'Six hurdle cards; inadequate knowledge and skills is listed twice.',
  },
  {
    id: 'site.personas',
    source: 'product.md 2',
    rule: "'Who can join' has four persona cards.",
  },
  {
    id: 'site.testimonials',
    source: 'product.md 9',
    rule: 'One testimonial shows at a time, round and round, with dots.',
  },
  {
    id: 'site.contact-placeholders',
    source: 'product.md 2',
    rule: "The contact form has the placeholders 'Full Name*', 'Email*' and 'Type your question'.",
  },
  {
    id: 'site.terms-numbers',
    source: 'product.md 9',
    rule: 'The terms hold the trial of 3 days, the refund windows, the renewal prices, the 2-day cancellation, the 7-day notice of changes, the 10 business days and the minimum age.',
  },
  {
    id: 'site.privacy-topics',
    source: 'product.md 2',
    rule: 'The privacy policy covers what is collected, use, cookies, security, rights, third parties, updates and a contact link to /#contact.',
  },
  {
    id: 'site.old-page',
    source: 'product.md 2',
    rule: "The page 'Option Trade Ideas' shows two SMS alerts with entry, stop loss and target, sample order flow, the wallet form with its two options, and the customer portal.",
  },
  {
    id: 'site.prerendered',
    source: 'decisions.md 12',
    rule: 'Public pages read, and their links work, before any script has run.',
  },
  {
    id: 'site.gallery',
    source: 'decisions.md 12',
    rule: 'A page of the sandbox shows every component in each state and theme.',
  },
];
