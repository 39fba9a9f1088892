import type { Rule } from '../rule.ts';

export const embedRules: readonly Rule[] = [
  {
    id: 'embed.host-keys',
    source: 'decisions.md 3',
    rule: "In a browser, a host's own keys survive 100 sign-ins and log-outs.",
  },
  {
    id: 'embed.otp-reset',
    source: 'product.md 4',
    rule: 'The password reset works in a page of somebody else, in plain JavaScript and in React.',
  },
  {
    id: 'embed.billing',
    source: 'product.md 4',
    rule: 'Choosing and paying for a plan works in a page of somebody else, in plain JavaScript and in React.',
  },
  {
    id: 'embed.chat',
    source: 'product.md 2',
    rule: 'A group chat works in a page of somebody else, in plain JavaScript and in React.',
  },
  {
    id: 'embed.two-chats',
    source: 'decisions.md 3',
    rule: 'Two chats of two people on one page share nothing.',
  },
  {
    id: 'embed.ten-lines',
    source: 'decisions.md 1',
    rule: 'A password reset, a payment and a group chat stand in a page of somebody else in ten lines each, in plain JavaScript and in React.',
  },
  {
    id: 'embed.options',
    source: 'our own',
    rule: 'Every option of createOpenbell has its section with type, default and an example, made from the sources.',
  },
  { id: 'embed.guides', source: 'decisions.md 1', rule: 'The code in the guides is the code that runs.' },
  {
    id: 'embed.styles-out',
    source: 'decisions.md 3',
    rule: 'The stylesheet stands in one cascade layer and changes no computed style of a page of somebody else.',
  },
  {
    id: 'embed.styles-in',
    source: 'decisions.md 3',
    rule: 'In a shadow root no rule of a hostile page reaches a component, nor the lists that it opens.',
  },
  {
    id: 'embed.styles-layer',
    source: 'decisions.md 3',
    rule: 'On the page itself a rule or a custom property of the host wins over the stylesheet.',
  },
  {
    id: 'embed.styles-frame',
    source: 'decisions.md 3',
    rule: 'In a frame of a hostile page components are drawn as on a page of their own.',
  },
  {
    id: 'embed.no-side-effects',
    source: 'decisions.md 3',
    rule: 'Importing the library and making it leaves no timer, listener, request, key, global or word in a page.',
  },
  {
    id: 'embed.destroy',
    source: 'decisions.md 3',
    rule: 'After destroy() no timer, listener, socket, channel or request is left, whatever was going on.',
  },
  {
    id: 'embed.every-module',
    source: 'decisions.md 3',
    rule: 'Each feature at its busiest leaves nothing behind when it is destroyed, and a second instance on the page shares nothing with it.',
  },
  {
    id: 'embed.quiet',
    source: 'decisions.md 3',
    rule: 'Only keys of our own are written, and nothing is printed to the console.',
  },
  {
    id: 'embed.hydration',
    source: 'decisions.md 3',
    rule: 'What a server drew is hydrated without a mismatch, in StrictMode and in a hidden subtree too.',
  },
  {
    id: 'embed.memory-server',
    source: 'our own',
    rule: 'The in-memory server answers every call of the contract, each as the contract and its OpenAPI document have it.',
  },
  {
    id: 'embed.memory-journeys',
    source: 'our own',
    rule: 'Sign-in, password reset, a plan by card, chat over a cut socket, time and sales and trade flash go alike on the in-memory server and on the reference server.',
  },
  {
    id: 'embed.faults',
    source: 'our own',
    rule: 'Lost answers, an ended plan or session, doubled frames, slow answers, no network and 429 end in one subscription, one message, the sign-in page or a try again.',
  },
  {
    id: 'embed.feature-code',
    source: 'our own',
    rule: 'The code of each feature page, in plain JavaScript, React and Vue, compiles against the packages.',
  },
  {
    id: 'embed.states',
    source: 'our own',
    rule: 'Each feature page draws every state that its types declare, and what leads from one to another, as the code does it.',
  },
  {
    id: 'embed.commands',
    source: 'our own',
    rule: 'Every command that a document names can be typed: its script, program, flags and packages are there.',
  },
  {
    id: 'embed.links',
    source: 'our own',
    rule: 'Every link of every document leads to what is there, to the heading that it names.',
  },
  {
    id: 'embed.blocks',
    source: 'our own',
    rule: 'No document shows code that no test looks at.',
  },
];
