import type { Rule } from '../rule.ts';

export const chatSocketRules: readonly Rule[] = [
  { id: 'socket.signed-in-only', source: 'product.md 4', rule: 'The socket connects only while signed in.' },
  {
    id: 'socket.retries',
    source: 'product.md 9',
    rule: 'After a close it retries every 3 s, at most 5 times.',
  },
  {
    id: 'socket.max-log',
    source: 'product.md 8',
    rule: "5 failed reconnects log 'Max reconnect attempts reached.'",
  },
  { id: 'socket.count-anew', source: 'product.md 4', rule: 'Attempts reset on open.' },
  {
    id: 'socket.online',
    source: 'product.md 4',
    rule: 'It retries when the browser comes back online, and when the page becomes visible.',
  },
  {
    id: 'socket.no-retry',
    source: 'decisions.md 5',
    rule: 'After 4401 and 4403 the client does not reconnect.',
  },
  {
    id: 'socket.replaced',
    source: 'traps 3, Rate limits',
    rule: 'Five sockets of a person are open; a further one takes the place of the oldest (4409), which comes back only when its page is looked at.',
  },
  {
    id: 'socket.too-many',
    source: 'traps 3, Rate limits',
    rule: 'Ten connections a minute a person; beyond, 4429, and the client waits 20 s. 30 failed ones a minute a network address; beyond, 429.',
  },
  {
    id: 'socket.invalid-ignored',
    source: 'product.md 8',
    rule: 'An invalid socket message is logged and ignored.',
  },
  {
    id: 'socket.one',
    source: 'decisions.md 5',
    rule: 'A second mount within the same tick opens no second socket.',
  },
  {
    id: 'socket.token',
    source: 'decisions.md 5',
    rule: 'The access token travels as a subprotocol, never in the URL.',
  },
  {
    id: 'socket.open-only',
    source: 'decisions.md 5',
    rule: 'Frames are sent while the socket is open only, and who sends is told.',
  },
  {
    id: 'socket.bad-token',
    source: 'decisions.md 11',
    rule: 'A bad token is accepted and closed with 4401.',
  },
  { id: 'socket.no-plan', source: 'decisions.md 11', rule: 'A member without a plan is closed with 4403.' },
  {
    id: 'socket.protocol',
    source: 'decisions.md 11',
    rule: 'A client that does not offer openbell.v1 gets 400.',
  },
  { id: 'socket.origin', source: 'decisions.md 11', rule: 'A foreign Origin gets 403.' },
  {
    id: 'socket.fan-out',
    source: 'decisions.md 11',
    rule: "A post reaches every connection of every member, the actor's own too, and no stranger.",
  },
  { id: 'socket.projection', source: 'traps F9', rule: 'Everybody gets a message as they may see it.' },
  {
    id: 'socket.is-scroll',
    source: 'decisions.md 11',
    rule: "isScroll is true for a new message; 'delete for me' goes to the deleter only.",
  },
  {
    id: 'socket.fetch-chat',
    source: 'decisions.md 11',
    rule: "Mute, block and reading send WebFetchChat to the person's own connections; a new message does not.",
  },
  {
    id: 'socket.mark-user',
    source: 'decisions.md 11',
    rule: "Mute and block tell how the person is marked now to the marker's own connections, and to nobody else.",
  },
  {
    id: 'socket.typing',
    source: 'product.md 7',
    rule: "WebMeesageTyping goes to the other members, as the connection's user.",
  },
  {
    id: 'socket.block-typing',
    source: 'traps F26',
    rule: 'Typing is not told between a blocker and the blocked.',
  },
  {
    id: 'socket.block-reading',
    source: 'traps F26',
    rule: 'Reading is not told between a blocker and the blocked.',
  },
  { id: 'socket.typing-flood', source: 'traps F7', rule: 'A flood of typing is thinned and closes nothing.' },
  {
    id: 'socket.fast-writer',
    source: 'traps F7',
    rule: 'A fast writer is no flood: hints are thinned, reading is noted once for many.',
  },
  {
    id: 'socket.delivered-to-all',
    source: 'decisions.md 11',
    rule: 'DeliveredToAll goes to the sender once every other member had a connection or has fetched since.',
  },
  {
    id: 'socket.log-out',
    source: 'decisions.md 11',
    rule: 'A live socket closes with 4401 when its session ends.',
  },
  { id: 'socket.plan-end', source: 'traps F3', rule: 'A socket closes with 4403 when the plan ends.' },
  { id: 'socket.malformed', source: 'traps F6', rule: 'Malformed and unknown frames are ignored.' },
  {
    id: 'socket.bad-frames',
    source: 'traps F6',
    rule: 'Twenty frames that mean nothing close the connection with 1008.',
  },
  { id: 'socket.frame-size', source: 'decisions.md 5', rule: 'A frame over 16 KB disturbs nobody else.' },
  {
    id: 'socket.back-forward',
    source: 'decisions.md 5',
    rule: 'It retries when the page is shown from the back/forward cache.',
  },
  {
    id: 'socket.jitter',
    source: 'traps F4',
    rule: 'The delay grows by up to a fifth, so that not everybody comes back at once.',
  },
  {
    id: 'socket.reopened',
    source: 'decisions.md 5',
    rule: 'What was missed is asked for before any frame of the new connection is heard.',
  },
  {
    id: 'socket.same-site',
    source: 'decisions.md 11',
    rule: 'localhost, 127.0.0.1 and no Origin at all are the site.',
  },
  {
    id: 'socket.order',
    source: 'decisions.md 5',
    rule: 'Messages come in the order of their ids.',
  },
  {
    id: 'socket.announced-once',
    source: 'decisions.md 4',
    rule: 'A retry of a client_id is not announced again.',
  },
  {
    id: 'socket.members-only',
    source: 'traps F8',
    rule: 'Typing and reading in a chat that somebody is not in do nothing.',
  },
  {
    id: 'socket.entitlement',
    source: 'traps F2',
    rule: 'News of a plan are checked against the database: who is still subscribed stays.',
  },
  {
    id: 'socket.offline-state',
    source: 'decisions.md 5',
    rule: "When it has given up, the shell shows a quiet 'Offline.' with Retry.",
  },
];
