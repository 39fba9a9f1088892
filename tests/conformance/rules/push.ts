import type { Rule } from '../rule.ts';

/** Push notifications. */
export const pushRules: readonly Rule[] = [
  {
    id: 'push.gesture',
    source: 'product.md 4',
    rule: "Permission is asked for on a person's gesture.",
  },
  {
    id: 'push.on-load',
    source: 'product.md 4',
    rule: 'As an option, permission is requested when the sign-in or profile page loads.',
  },
  {
    id: 'push.token-sent',
    source: 'product.md 4',
    rule: 'When permission is granted, a token is fetched and sent to the server.',
  },
  {
    id: 'push.worker',
    source: 'product.md 7',
    rule: 'A push-notification service worker is registered and a permission token requested.',
  },
  {
    id: 'push.renewal',
    source: 'product.md 9',
    rule: 'A token is renewed after 7 days (604800000 ms).',
  },
  {
    id: 'push.bad-date',
    source: 'product.md 4',
    rule: 'A stored date that is missing, unreadable or in the future counts as expired.',
  },
  {
    id: 'push.details-changed',
    source: 'product.md 4',
    rule: 'A token is registered again when the subscription details have changed.',
  },
  {
    id: 'push.activation-timeout',
    source: 'product.md 9',
    rule: 'A service worker that is not active within 10,000 ms is given up.',
  },
  {
    id: 'push.only-logged',
    source: 'product.md 8',
    rule: 'A denied permission, a failure and a failed store call are only logged.',
  },
  {
    id: 'push.log-out',
    source: 'product.md 4',
    rule: 'At log-out the token is given back: the next person at this device gets nothing of the previous one.',
  },
  {
    id: 'push.embed',
    source: 'product.md 4',
    rule: 'Without the option no service worker is registered; with it, one of a narrow scope that takes over no page.',
  },
  {
    id: 'push.blocked',
    source: 'product.md 4',
    rule: 'Who has blocked notifications is told what to do.',
  },
  {
    id: 'push.token-owner',
    source: 'product.md 4',
    rule: 'A token belongs to one sign-in; registering it again moves it; it ends with log-out.',
  },
  {
    id: 'push.token-limit',
    source: 'product.md 4',
    rule: 'A person has at most 10 push tokens; a token has at most 4,096 characters.',
  },
  {
    id: 'push.endpoints',
    source: 'product.md 4',
    rule: "The server sends only to the browsers' own push services.",
  },
  {
    id: 'push.no-text',
    source: 'product.md 4',
    rule: "A push message carries no message text: 'New message'.",
  },
  {
    id: 'push.who',
    source: 'product.md 1',
    rule: 'Push messages go to subscribers who want them, do not have the message yet and have not muted the chat or its sender.',
  },
  {
    id: 'push.web-push',
    source: 'decisions.md 7',
    rule: 'Messages are encrypted for the browser and signed with the VAPID key that /config.json names.',
  },
  {
    id: 'push.gone',
    source: 'decisions.md 7',
    rule: 'A token that its push service no longer knows is deleted; a busy service is asked again later.',
  },
];
