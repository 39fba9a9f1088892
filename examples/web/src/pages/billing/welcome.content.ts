/** Texts and numbers of the welcome page. */

/** How to subscribe to text alerts: a keyword and a fictional US number. */
export const textAlerts = {
  keyword: 'OPENBELL',
  number: '(303) 555-0117',
  href: 'sms:+13035550117',
} as const;

/** Links to the community. */
export const communityLinks = [
  { href: '/chat', label: 'Group chat' },
  { href: '/personal-chat', label: 'Personal chat' },
  { href: '/site-alerts', label: 'Alerts on the site' },
] as const;

/** Best practices for trading on alerts. */
export const bestPractices = [
  {
    title: 'Save our number',
    text: 'Put it into your contacts, so that your phone does not file the alerts as unknown.',
  },
  {
    title: 'Be there twice a day',
    text: 'One alert comes at the open, 9:30 in New York, and one before the close.',
  },
  {
    title: 'Place all three prices',
    text: 'Each idea has an entry, a stop loss and a target. Without the stop it is another trade.',
  },
  {
    title: 'Decide the size first',
    text: 'Risk the same small part of your account each time, and only what you can lose.',
  },
  {
    title: 'Watch before you trade',
    text: 'Follow a week of alerts on paper. An idea that has run away from its entry is over.',
  },
] as const;
