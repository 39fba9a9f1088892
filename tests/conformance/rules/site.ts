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
    id: 'site.audience',
    source: 'product.md 1',
    rule: 'It is for recent graduates, working professionals, stay-at-home parents and retirees.',
  },
  {
    id: 'site.free-trial',
    source: 'product.md 1',
    rule: 'The offer: a free 7-day trial, then a paid monthly or yearly subscription, cancelled anytime.',
  },
  {
    id: 'site.us-adults',
    source: 'product.md 1',
    rule: 'The terms set the minimum age of 18 and make the service for US residents.',
  },
  {
    id: 'site.challenges',
    source: 'product.md 1',
    rule: 'Six hurdle cards with icon and title; inadequate knowledge and skills is listed twice.',
  },
  {
    id: 'site.personas',
    source: 'product.md 2',
    rule: "'Who can join' has four persona cards.",
  },
  {
    id: 'site.banner',
    source: 'product.md 1',
    rule: 'The banner above the bar says 4,000+ subscribers.',
  },
  {
    id: 'site.hero',
    source: 'product.md 2',
    rule: '#home holds the learner count, the rating and a contact link to a messaging app.',
  },
  {
    id: 'site.anchors',
    source: 'product.md 2',
    rule: 'The landing page has the anchors #home, #about, #pricing and #contact.',
  },
  {
    id: 'site.pricing-hash',
    source: 'product.md 2',
    rule: 'The pricing section scrolls to the hash of the address on load.',
  },
  {
    id: 'site.mentors',
    source: 'product.md 1',
    rule: 'The mentors have many years in American options markets and specialise in options scalp strategies; they teach setups, the relative strength index, a step-pattern breakout, sequencing and momentum.',
  },
  {
    id: 'site.subscription-gives',
    source: 'product.md 1',
    rule: 'The subscription gives option trade ideas, SMS and push alerts, and private chat and coaching.',
  },
  {
    id: 'site.testimonial-fields',
    source: 'product.md 3',
    rule: 'A testimonial has a name, a rating of 5, a video thumbnail and a text.',
  },
  {
    id: 'site.terms-topics',
    source: 'product.md 2',
    rule: 'The terms cover refunds, the trial, cancellation, renewal, a code of conduct, arbitration in Colorado and an investment disclaimer.',
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
    rule: "The page 'Option Trade Ideas' shows two SMS alerts with entry, stop loss and target, sample order flow, the wallet form with its two options, the customer portal, and links to the terms and the privacy policy.",
  },
  {
    id: 'site.chosen-early',
    source: 'decisions.md 12',
    rule: 'What is chosen before a public page is alive is chosen when it is.',
  },
  {
    id: 'site.prerendered',
    source: 'decisions.md 12',
    rule: 'Public pages read, and their links work, before any script has run.',
  },
  {
    id: 'site.carousel',
    source: 'product.md 9',
    rule: 'The testimonial carousel plays by itself, one slide at a time, without an end.',
  },
  { id: 'site.carousel-speed', source: 'product.md 9', rule: 'A slide of the carousel changes in 500 ms.' },
  {
    id: 'site.timeline',
    source: 'product.md 1',
    rule: 'The timeline: weeks 1-6 technical analysis, week 7 flow theory, 8-12 options strategies, 13-16 currency and commodity, 17-25 trading strategies, with app access and one-on-one coaching.',
  },
  {
    id: 'site.offer',
    source: 'product.md 1',
    rule: 'Five features: 14+ hours on demand, 85+ hours interactive and 100+ hours live trading (both coming soon), coaching, the chat group.',
  },
  {
    id: 'site.footer',
    source: 'product.md 2',
    rule: 'The footer links the four anchors, the terms, the privacy policy and, in a row of social media, the profiles elsewhere.',
  },
  {
    id: 'site.gallery',
    source: 'decisions.md 12',
    rule: 'A page of the sandbox shows every component in each state and theme.',
  },
  {
    id: 'site.hydrates',
    source: 'decisions.md 12',
    rule: 'Every public page is prerendered and taken over by its scripts without a mismatch.',
  },
  {
    id: 'site.members-code-later',
    source: 'our own',
    rule: "No code of the members' app is on a public page; it is fetched when Sign in is pointed at.",
  },
  {
    id: 'site.heads',
    source: 'our own',
    rule: 'Every public page has a title, a description of its own, a canonical link and Open Graph words.',
  },
  {
    id: 'site.facts',
    source: 'our own',
    rule: 'What pages say to machines (JSON-LD) is true: prices are those that the page names.',
  },
  {
    id: 'site.map',
    source: 'our own',
    rule: 'The site map names public pages alone.',
  },
  {
    id: 'site.pictures',
    source: 'our own',
    rule: 'The Open Graph pictures and icons are made at build time.',
  },
  {
    id: 'site.manifest',
    source: 'our own',
    rule: 'The web manifest names icons that are there, in their sizes.',
  },
  {
    id: 'site.origin',
    source: 'our own',
    rule: "The site's own origin comes from configuration and is in no source.",
  },
  {
    id: 'site.without-scripts',
    source: 'decisions.md 12',
    rule: 'Without scripts the navigation is open, and what needs scripts says so and is off.',
  },
  {
    id: 'site.deep-links',
    source: 'product.md 2',
    rule: 'Deep links, back and forward work on public pages, and a page is where it was left.',
  },
  {
    id: 'site.light',
    source: 'our own',
    rule: 'On / the largest contentful paint is text, nothing shifts, and scripts stay below 1.35 times react and react-dom.',
  },
];
