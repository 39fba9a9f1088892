import type { Rule } from '../rule.ts';

export const sessionRules: readonly Rule[] = [
  {
    id: 'sign-in.form',
    source: 'product.md 2',
    rule: 'The form has e-mail, password, remember-password (on), a link to /forget-password and one to /signup.',
  },
  { id: 'sign-in.spinner', source: 'product.md 2', rule: 'While it is sent, Sign in shows a spinner.' },
  { id: 'sign-in.show-password', source: 'product.md 2', rule: 'The password has a show/hide toggle.' },
  {
    id: 'sign-in.holder-goes-on',
    source: 'product.md 2',
    rule: 'A visitor who already holds a token goes straight to the redirect target plus tag, or to /profile.',
  },
  {
    id: 'sign-in.success-target',
    source: 'product.md 2',
    rule: 'On success the person goes to the redirect target or /profile.',
  },
  {
    id: 'sign-in.required',
    source: 'product.md 5',
    rule: 'E-mail is required and of e-mail type, password is required: otherwise nothing is sent.',
  },
  {
    id: 'sign-in.captcha-first',
    source: 'product.md 5',
    rule: "Without a verified captcha the submission is blocked with 'Please verify reCAPTCHA.'",
  },
  {
    id: 'sign-in.facebook-without-id',
    source: 'product.md 5',
    rule: 'A facebook login without a user id logs a failure and does nothing.',
  },
  {
    id: 'sign-in.payload',
    source: 'product.md 7',
    rule: 'Login sends username (the e-mail), password, remember and type.',
  },
  {
    id: 'sign-in.social-payload',
    source: 'product.md 7',
    rule: 'A social login sends id, email, name, photo and type.',
  },
  {
    id: 'sign-in.states',
    source: 'product.md 4',
    rule: 'Sign-in goes from idle to submitting (button disabled), then to success or to a failure with a message.',
  },
  {
    id: 'sign-in.once',
    source: 'product.md 4',
    rule: 'While a sign-in is submitting, another press sends nothing.',
  },
  {
    id: 'sign-in.saves',
    source: 'product.md 4',
    rule: 'Success clears what was stored, then keeps the access token and the user.',
  },
  {
    id: 'sign-in.server-message',
    source: 'product.md 8',
    rule: "A sign-in failure shows the server's message.",
  },
  {
    id: 'sign-in.login-failed',
    source: 'product.md 8',
    rule: "A sign-in failure without a message of the server's reads 'Login failed'.",
  },
  {
    id: 'sign-in.alike',
    source: 'decisions.md 11',
    rule: 'A refused sign-in is 422, the same for a wrong password and an unknown address.',
  },
  {
    id: 'sign-in.throttle',
    source: 'decisions.md 11',
    rule: 'Five failed sign-ins in 15 minutes throttle the account, alike for known and unknown addresses.',
  },
  {
    id: 'sign-in.throttle-parallel',
    source: 'decisions.md 11',
    rule: 'Of many wrong passwords at once, five are looked at.',
  },
  {
    id: 'sign-in.social-verified',
    source: 'decisions.md 4',
    rule: 'A social sign-in without a verified credential is refused, whatever it claims.',
  },
  { id: 'session.token-format', source: 'decisions.md 11', rule: 'Tokens are base64url.' },
  {
    id: 'session.idle-15-minutes',
    source: 'traps B3',
    rule: 'Without remember, a session ends after 15 minutes without use; every authorized call is use.',
  },
  {
    id: 'session.remembered-30-days',
    source: 'traps B3',
    rule: 'With remember, a session lasts 30 days from its beginning, used or not.',
  },
  {
    id: 'session.open-socket-is-use',
    source: 'traps B3',
    rule: 'An open member socket is use of its session, though nothing is sent.',
  },
  {
    id: 'session.cookie-journey',
    source: 'traps B3',
    rule: "With session: 'cookie', the token is in a cookie that scripts cannot read, storage keeps a marker, no Authorization header is sent, and sign-in, guards, sockets, other tabs and log-out work as ever.",
  },
  {
    id: 'session.cookie-marker',
    source: 'traps B3',
    rule: 'The marker that the page keeps has no power without the cookie, nor with the cookie of another session.',
  },
  {
    id: 'session.cookie-own-pages',
    source: 'traps B3',
    rule: "The cookie counts for the site's own pages alone: another origin's calls, sign-ins and sockets are refused with it.",
  },
  {
    id: 'session.stored-member',
    source: 'traps B3',
    rule: 'Of the member, storage keeps id, first name, picture and the end of the plan alone: no e-mail, no phone number.',
  },
  {
    id: 'session.token-is-signed-in',
    source: 'product.md 4',
    rule: 'Signed in means that an access token is stored.',
  },
  {
    id: 'session.401-clears',
    source: 'product.md 4',
    rule: 'Any response with status 401 removes the stored token and user.',
  },
  { id: 'session.401-row', source: 'product.md 8', rule: 'Any 401: stored token and user removed.' },
  {
    id: 'session.aborts-on-its-way',
    source: 'traps B5',
    rule: 'When a session ends, by whatever, its requests that are on their way are taken back; a log-out is sent all the same.',
  },
  {
    id: 'session.log-out-told-later',
    source: 'traps B10',
    rule: 'A log-out that the server did not hear is told when the connection is back; the old token is kept in memory alone.',
  },
  { id: 'session.401-once', source: 'decisions.md 4', rule: 'Concurrent 401s clear the session once.' },
  {
    id: 'session.401-older-token',
    source: 'decisions.md 4',
    rule: 'A 401 that answers a request sent with an older token than the stored one clears nothing.',
  },
  {
    id: 'session.401-without-token',
    source: 'decisions.md 4',
    rule: 'A 401 that answers a request without a token clears nothing.',
  },
  {
    id: 'session.401-other-origin',
    source: 'decisions.md 4',
    rule: "A 401 of another origin clears nothing: the bearer token goes to the API's own origin only.",
  },
  {
    id: 'session.bearer',
    source: 'product.md 7',
    rule: 'Every request adds a bearer Authorization header from the stored access token when present.',
  },
  {
    id: 'session.back-after-401',
    source: 'decisions.md 2',
    rule: 'After a 401 the member comes back to the page they were on once signed in again.',
  },
  {
    id: 'session.other-tabs',
    source: 'decisions.md 3',
    rule: 'Sign-in and log-out in one tab reach the other tabs of the same origin.',
  },
  {
    id: 'session.log-out-everywhere',
    source: 'decisions.md 2',
    rule: 'A log-out ends the session everywhere it is known: server, token, user, caches, other tabs.',
  },
  {
    id: 'session.log-out-failure-ignored',
    source: 'product.md 8',
    rule: 'A log-out error of the server is ignored.',
  },
  {
    id: 'session.log-out-bar',
    source: 'product.md 2',
    rule: "The bar's and the shell's Logout clear the storage, reset the state and go to /.",
  },
  {
    id: 'session.log-out-profile',
    source: 'product.md 2',
    rule: "The profile's Log Out calls the server and removes the stored user.",
  },
  {
    id: 'session.log-out-one',
    source: 'decisions.md 11',
    rule: 'A log-out ends its own session on the server, and says so to the live sockets.',
  },
  {
    id: 'session.stored-user-replaced',
    source: 'product.md 2',
    rule: 'When a profile has been edited the stored user is replaced.',
  },
  {
    id: 'session.profile-once',
    source: 'product.md 7',
    rule: 'The profile is read when signed in and cached locally.',
  },
  { id: 'guard.three-valued', source: 'decisions.md 2', rule: 'Guards answer unknown, allowed or denied.' },
  {
    id: 'guard.no-flash',
    source: 'decisions.md 2',
    rule: 'Guards never flash a page they will deny, and never deny one because the profile has not loaded yet.',
  },
  {
    id: 'guard.retry',
    source: 'decisions.md 2',
    rule: 'After 8 s without an answer there is an error with Retry.',
  },
  {
    id: 'guard.cache-paints',
    source: 'decisions.md 2',
    rule: 'A cached user may paint the shell, never decide.',
  },
  {
    id: 'guard.visitor-sent-to-sign-in',
    source: 'product.md 2',
    rule: 'A visitor on a route of the shell goes to /signin, with redirect set to it.',
  },
  {
    id: 'guard.member-leaves-sign-in',
    source: 'product.md 6',
    rule: 'Signed-in members are redirected away from /signin and /signup to /profile.',
  },
  {
    id: 'guard.premium',
    source: 'product.md 6',
    rule: 'Chat, market data and alerts are for subscribers; another member goes to /dashboard.',
  },
  {
    id: 'guard.premium-alert',
    source: 'product.md 8',
    rule: "A premium page without a subscription says 'You are not allowed to access this page. Please contact your administrator.'",
  },
  {
    id: 'guard.premium-items',
    source: 'product.md 2',
    rule: 'The sidebar has Dashboard and Courses always; Personal Chat, Group Chat, Market Data and Alerts for a subscriber.',
  },
  {
    id: 'guard.plan-ends-in-use',
    source: 'decisions.md 1',
    rule: 'A plan that ends while it is in use ends the access then.',
  },
  {
    id: 'entitlement.future',
    source: 'product.md 9',
    rule: 'Being subscribed is determined by expired_at compared with now.',
  },
  {
    id: 'entitlement.has-plan',
    source: 'decisions.md 1',
    rule: 'hasPlan means that expired_at is set, lapsed or not.',
  },
  {
    id: 'entitlement.server-now',
    source: 'decisions.md 1',
    rule: "'Now' is the server's: the client keeps the offset from the Date header.",
  },
  {
    id: 'entitlement.long-timers',
    source: 'decisions.md 1',
    rule: 'Timers longer than a day are armed in steps.',
  },
  {
    id: 'redirect.own-site',
    source: 'decisions.md 2',
    rule: 'redirect accepts only a path on this site; anything else is dropped and /profile is used.',
  },
  {
    id: 'redirect.300000',
    source: 'decisions.md 2',
    rule: 'Of 300,000 generated redirects, none leaves the site.',
  },
  { id: 'redirect.tag-name', source: 'decisions.md 2', rule: 'tag is an anchor name.' },
  {
    id: 'redirect.tag-appended',
    source: 'product.md 2',
    rule: 'tag is appended as an anchor after the redirect.',
  },
  {
    id: 'redirect.enroll',
    source: 'product.md 2',
    rule: 'Enroll of a visitor goes to /signin with redirect=/ and tag=pricing.',
  },
  {
    id: 'session.property',
    source: 'decisions.md 3',
    rule: 'Whatever happens in several tabs, in whatever order answers come: each tab has the session that is stored, late sign-ins and old 401s change nothing, and in the end all agree with the server.',
  },
  {
    id: 'guard.property',
    source: 'decisions.md 2',
    rule: "Whatever happens, a subscriber's page opens for a loaded profile with a plan alone, and is denied to one without alone.",
  },
  {
    id: 'session.profile-on-load',
    source: 'product.md 7',
    rule: 'The profile is read when the shell loads, also where a cached user is there.',
  },
  {
    id: 'routes.login-alias',
    source: 'decisions.md 2',
    rule: '/login is an alias that leads to /signin, with its query.',
  },
  {
    id: 'session.cookie-browser',
    source: 'traps B3',
    rule: 'A browser keeps a session in the cookie through a reload, a socket and a log-out; without the marker, or from another site, it is nobody’s.',
  },
];
