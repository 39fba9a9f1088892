import type { Rule } from '../rule.ts';

export const routesRules: readonly Rule[] = [
  {
    id: 'routes.not-found',
    source: 'product.md 2',
    rule: "Any unknown path is the page 'Page Not Found' with a link to /, served with status 404.",
  },
  { id: 'routes.shell', source: 'product.md 2', rule: 'The shell has its specified routes.' },
  {
    id: 'routes.bar-anchors',
    source: 'product.md 2',
    rule: 'The bar links home, about, pricing and contact as anchors of the root route; the active one follows the address.',
  },
  {
    id: 'routes.bar-sticky',
    source: 'product.md 2',
    rule: 'The bar stays at the top while the page scrolls, a banner stands above it, and its anchors scroll smoothly.',
  },
  {
    id: 'routes.bar-avatar',
    source: 'product.md 2',
    rule: "Signed in, the bar shows the stored avatar or a drawn default, and 'User' for somebody without a first name.",
  },
  {
    id: 'routes.bar-outside',
    source: 'product.md 2',
    rule: "A click outside closes the bar's dropdown.",
  },
  {
    id: 'routes.bar-scroll',
    source: 'our own',
    rule: 'The active link of the bar follows the scroll.',
  },
  {
    id: 'routes.bar-signed-out',
    source: 'product.md 2',
    rule: 'Signed out, the bar has Sign in and Sign up.',
  },
  {
    id: 'routes.bar-signed-in',
    source: 'product.md 2',
    rule: 'Signed in, it has the first name and a dropdown with Profile and Logout.',
  },
  {
    id: 'routes.bar-menu',
    source: 'product.md 2',
    rule: 'On small screens Menu opens a panel with the same links that closes by a chosen link and by a click outside.',
  },
  {
    id: 'routes.hover-menu',
    source: 'product.md 9',
    rule: 'The hover menu closes after 200 ms.',
  },
  { id: 'routes.menu-debounce', source: 'product.md 9', rule: 'The menu toggle is debounced by 200 ms.' },
  { id: 'routes.user-name', source: 'product.md 2', rule: "Without a first name the person is 'User'." },
  {
    id: 'routes.theme-toggle',
    source: 'decisions.md 12',
    rule: "The theme toggle is named 'Dark mode' or 'Light mode'.",
  },
  { id: 'routes.profile-menu', source: 'decisions.md 12', rule: 'The profile menu has Profile and Logout.' },
  {
    id: 'routes.safe-links',
    source: 'decisions.md 12',
    rule: 'A link target that is not http, https, mailto or tel is not drawn as a link.',
  },
  {
    id: 'routes.config-optional',
    source: 'decisions.md 9',
    rule: 'Every key of /config.json is optional, with defaults for the reference server.',
  },
  {
    id: 'routes.config-cards',
    source: 'decisions.md 11',
    rule: 'Without cards in the configuration it is Stripe when a key is set, else the sandbox.',
  },
];
