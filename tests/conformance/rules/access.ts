import type { Rule } from '../rule.ts';

export const accessRules: readonly Rule[] = [
  {
    id: 'access.roles',
    source: 'product.md 6',
    rule: 'Chat, market data and alerts are for subscribers; the public calls for everyone; the rest for members.',
  },
  {
    id: 'access.visitor-pages',
    source: 'product.md 6',
    rule: 'A visitor has the public pages; every page of the shell asks them to sign in first.',
  },
  {
    id: 'access.member-pages',
    source: 'product.md 6',
    rule: 'A member without a subscription has Dashboard, Courses, Profile, Edit profile and the Unsubscribe pages, and no other of the shell.',
  },
  {
    id: 'access.subscriber-pages',
    source: 'product.md 6',
    rule: 'A subscriber also has personal chat, group chat, market data and alerts.',
  },
  {
    id: 'access.table',
    source: 'product.md 6',
    rule: 'Visitors, members and subscribers may make the calls that are theirs, and no others; without a valid token it is 401, without a plan 403.',
  },
  {
    id: 'access.not-yours',
    source: 'decisions.md 4',
    rule: '404 means not found or not yours: the two cannot be told apart.',
  },
  { id: 'access.method', source: 'decisions.md 11', rule: 'A wrong method is 405.' },
  {
    id: 'access.mass-assignment',
    source: 'decisions.md 11',
    rule: 'A profile keeps the offered fields alone: no id, address, plan, password or role can be written.',
  },
  {
    id: 'access.header-injection',
    source: 'decisions.md 11',
    rule: 'A line break in an e-mail address is refused, and one in a name reaches no header of a mail.',
  },
  {
    id: 'access.trusted-types',
    source: 'traps B3',
    rule: 'On every page of the reference site markup and the addresses of scripts come from the named Trusted Types policies alone, and all pages work under it; where a provider’s own script runs, it is tried out without being enforced.',
  },
  {
    id: 'access.csp-reports',
    source: 'traps 3',
    rule: 'Browsers report what the policy stops to the server, which takes few and small reports and logs no query, no text and no other site’s path.',
  },
];
