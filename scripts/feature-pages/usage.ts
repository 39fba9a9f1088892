// How a feature is used: one account of it, from which its page's code in three ways and its live example are written.

export interface UsageAction {
  /** What the button says. */
  readonly label: string;
  /** The call in plain JavaScript and Vue. */
  readonly call: string;
  /** The call where the hook gives it another name; the same as `call` without the feature by default. */
  readonly react?: string;
}

export interface Usage {
  /** What `createOpenbell` takes besides `apiUrl`, as it is written. */
  readonly options?: string;
  /** Where the feature is: a statement over `openbell`, and the name that it gives. */
  readonly get: string;
  readonly feature: string;
  /** The store of the feature that is shown. */
  readonly store: string;
  /** What is shown of its `state`. */
  readonly shows: string;
  /** What keeps it going while it is shown; gives a function that ends it. */
  readonly run?: string;
  /** What is done at first. */
  readonly begin?: string;
  readonly actions: readonly UsageAction[];
  /** What has to be there besides somebody who is signed in: a sentence or two of the page. */
  readonly needs?: string;
  /** The hooks' statements and what is shown of them. */
  readonly hooks: readonly string[];
  readonly reactShows?: string;
  readonly live: {
    /** Who looks at it; nobody by default. */
    readonly as?: 'member' | 'subscriber';
    /** Options of the instance, over stand-ins for what a page has no account with. */
    readonly options?: string;
    /** What somebody else does: buttons over `server`. */
    readonly others?: readonly UsageAction[];
  };
}

const card = "{ kind: 'fields', number: '4242424242424242', expiry: '12/34', cvc: '123' }";
const account =
  "{ type: 'manual', email: 'member@openbell.test', password: 'Opening-bell-9', remember: true }";
const newPassword = "{ password: 'Closing-bell-7', confirm_password: 'Closing-bell-7' }";
const form = `{
    first_name: 'Nora',
    phone: '+13035550188',
    email: 'nora@example.com',
    password: 'Opening-bell-9',
    password_confirmation: 'Opening-bell-9',
    referralCode: '',
    agree: true,
  }`;

const captcha =
  'The reference server asks for a solved captcha here, and refuses without one (`captcha-refused`): [how to solve it](../guides/embed-sign-in.md#the-captcha), or `CAPTCHA=off npm start`.';

const usages: Readonly<Record<string, Usage>> = {
  session: {
    get: 'const { session } = openbell;',
    feature: 'session',
    store: '$state',
    shows: 'state.status',
    actions: [
      { label: 'Sign in', call: `session.signIn(${account})`, react: `submit(${account})` },
      { label: 'Log out', call: 'session.signOut()' },
    ],
    hooks: ['const { state, signOut } = useSession();', 'const { submit } = useSignIn();'],
    needs: `${captcha} Where a page's address says where to go afterwards, \`safeRedirect\` [below](#functions) reads it: whatever else stands there may lead to another site.`,
    live: {
      others: [
        { label: 'The server ends the session', call: "server.faults.revokeToken('member@openbell.test')" },
      ],
    },
  },
  'sign-up': {
    get: 'const { signUp } = openbell;',
    feature: 'signUp',
    store: '$state',
    shows: 'state.status',
    actions: [{ label: 'Sign up', call: `signUp.submit(${form}, null)` }],
    hooks: ['const { state, submit } = useSignUp();'],
    needs: `${captcha} Who has made an account is not signed in by it: [\`session.signIn\`](session.md) takes the same address and password, and where it is asked for a solution of its own.`,
    live: {},
  },
  'otp-reset': {
    get: 'const { otpReset } = openbell;',
    feature: 'otpReset',
    store: '$state',
    shows: 'state.step',
    run: 'otpReset.start()',
    actions: [
      { label: 'Send OTP', call: "otpReset.send('member@openbell.test')" },
      { label: 'Verify OTP', call: "otpReset.verify('123456')" },
      { label: 'Send Again', call: 'otpReset.resend()' },
      { label: 'Reset Password', call: `otpReset.reset(${newPassword})` },
    ],
    hooks: ['const { state, send, verify, resend, reset } = useOtpReset();'],
    needs:
      'The reference server shows the codes that it mails at `/dev/mail`: type that one in the place of `123456`.',
    live: {
      others: [
        {
          label: 'Type the mailed code',
          call: "openbell.otpReset.verify(server.codeFor('member@openbell.test'))",
        },
      ],
    },
  },
  'social-sign-in': {
    options: "social: { facebook: { appId: 'your-app-id' } }",
    get: 'const { socialSignIn } = openbell;',
    feature: 'socialSignIn',
    store: '$state',
    shows: 'state.status',
    actions: [{ label: 'Continue with Facebook', call: "socialSignIn.signIn('facebook', {})" }],
    hooks: ['const { state, signIn } = useSocialSignIn();'],
    needs:
      "It needs an app of Google's or Facebook's. Without one, `social: { facebook: 'sandbox' }` opens the reference server's own window instead, at `/dev/social/` beside the API: have your page's server pass `/dev` on. Where a captcha is asked for, `signIn('facebook', { captcha })` takes [its solution](../guides/embed-sign-in.md#the-captcha): have it solved before the press, since browsers block a window that opens after a wait.",
    live: { options: '({ provider }) => ({ social: { facebook: provider } })' },
  },
  captcha: {
    options: "captcha: { provider: 'altcha' }",
    get: 'const challenge = openbell.captcha.createChallenge();',
    feature: 'challenge',
    store: '$state',
    shows: 'state.status',
    actions: [
      { label: 'Solve', call: "challenge.solve(async () => 'what your solver makes of the challenge')" },
      { label: 'Begin anew', call: 'challenge.reset()' },
    ],
    hooks: ['const { state, solve, reset } = useCaptcha();'],
    needs:
      'It needs a backend that asks for one, as the reference server does. The [guide](../guides/embed-sign-in.md) has a solver of the self-hosted challenge in whole.',
    live: { options: "() => ({ captcha: { provider: 'altcha' } })" },
  },
  profile: {
    get: 'const { profileEditor } = openbell;',
    feature: 'profileEditor',
    store: '$state',
    shows: 'state.status',
    actions: [
      { label: 'Write', call: "profileEditor.change({ about: 'Trades the open.' })" },
      { label: 'Save', call: 'profileEditor.save()' },
      { label: 'Discard', call: 'profileEditor.discard()' },
    ],
    hooks: ['const { state, change, save, discard } = useProfileEditor();'],
    live: { as: 'member' },
  },
  billing: {
    get: 'const { billing } = openbell;',
    feature: 'billing',
    store: '$enrolment',
    shows: 'state.step',
    run: 'billing.start()',
    begin: 'billing.loadPrograms()',
    actions: [
      { label: 'Choose', call: 'billing.chooseProgram(1)' },
      { label: 'Enroll', call: 'billing.enroll()' },
      { label: 'Set up', call: `billing.confirmCard(${card})` },
    ],
    hooks: ['const { enrolment, chooseProgram, enroll, confirmCard } = useBilling();'],
    needs:
      "The sandbox takes the card below; a plan of the reference server's is `1`. Who has a plan already stays at `choosing`, until it has ended, and so does who has cancelled one that still runs. What was paid is in the session's [`$subscriptions`](session.md#subscriptionhistory); `invoiceLink` [below](#functions) reads where a receipt is. Who pays by the wallet comes back to [a page of your site](../guides/embed-billing.md#the-way-back-from-the-wallet), where `awaitSubscription()` goes on.",
    reactShows: 'enrolment.step',
    live: { as: 'member' },
  },
  push: {
    options: "push: { vapidPublicKey: 'your-public-key', workerUrl: '/push-worker.js' }",
    get: 'const { push } = openbell;',
    feature: 'push',
    store: '$state',
    shows: 'state.status',
    actions: [{ label: 'Enable', call: 'push.enable()' }],
    hooks: ['const { state, enable } = usePush();'],
    needs:
      "It needs the server's public key (VAPID), which the reference server tells as `vapidPublicKey` at `/config.json`, and a service worker of your site that shows what comes: take [this one](../../examples/web/public/push/sw.js), served as `/push-worker.js`. Browsers want https or localhost; a content security policy has to allow `worker-src 'self'` and `trusted-types openbell`. A device is taken off by signing out; messages to all of a person's devices stop with `push_notification` of the [profile](profile.md).",
    live: { as: 'member', options: '({ tokens }) => ({ push: { tokens } })' },
  },
  contact: {
    get: 'const { contact } = openbell;',
    feature: 'contact',
    store: '$state',
    shows: 'state.status',
    actions: [
      {
        label: 'Send',
        call: "contact.submit({ name: 'Nora', email: 'nora@example.com', message: 'When does it open?' })",
      },
      { label: 'Send nothing', call: "contact.submit({ name: '', email: '', message: '' })" },
    ],
    hooks: ['const { state, submit } = useContact();'],
    needs: `${captcha} \`submit\` takes what solves it as its second argument; \`reset()\` of the challenge comes after each sending.`,
    live: {},
  },
  theme: {
    get: 'const { theme } = openbell;',
    feature: 'theme',
    store: '$theme',
    shows: 'state',
    actions: [{ label: 'Light or dark', call: 'theme.toggle()' }],
    hooks: ['const { theme, toggle } = useTheme();'],
    reactShows: 'theme',
    live: {},
  },
  chat: {
    get: 'const thread = openbell.groupChat.thread(1);',
    feature: 'thread',
    store: '$state',
    shows: 'state.length',
    run: 'thread.open()',
    actions: [
      { label: 'Send', call: "thread.send('Good morning.')", react: "thread.send('Good morning.')" },
      { label: 'More Messages', call: 'thread.loadOlder()', react: 'thread.loadOlder()' },
    ],
    hooks: ["const chat = useChat('GR');", 'const { state, thread } = useThread(chat, 1);'],
    live: {
      as: 'subscriber',
      others: [
        { label: 'Maya types', call: "server.types('mentor@openbell.test', 1)" },
        { label: 'Maya writes', call: "server.says('mentor@openbell.test', 1, 'Stop first, size after.')" },
        { label: 'Maya reads', call: "server.reads('mentor@openbell.test', 1)" },
      ],
    },
  },
  realtime: {
    get: 'const { realtime } = openbell;',
    feature: 'realtime',
    store: '$state',
    shows: 'state.status',
    run: 'realtime.start()',
    actions: [{ label: 'Retry', call: 'realtime.retry()' }],
    hooks: ['const { status, retry } = useRealtimeState();'],
    reactShows: 'status',
    live: {
      as: 'subscriber',
      others: [{ label: 'The plan ends', call: "server.faults.expireNow('subscriber@openbell.test')" }],
    },
  },
  'time-sales': {
    get: 'const { timeSales } = openbell;',
    feature: 'timeSales',
    store: '$state',
    shows: 'state.status',
    begin: "timeSales.load('')",
    actions: [
      { label: 'AAPL alone', call: "timeSales.load('AAPL')" },
      { label: 'By price', call: "timeSales.toggleSort('price')" },
    ],
    hooks: ["const { status, load, toggleSort } = useTimeSales('');"],
    reactShows: 'status',
    live: { as: 'subscriber' },
  },
  'trade-flash': {
    get: 'const { tradeFlash } = openbell;',
    feature: 'tradeFlash',
    store: '$state',
    shows: 'state.trades.length',
    run: 'tradeFlash.start()',
    actions: [
      { label: 'Pause', call: 'tradeFlash.pause()' },
      { label: 'Resume', call: 'tradeFlash.resume()' },
    ],
    hooks: ['const { trades, pause, resume } = useTradeFlash();'],
    reactShows: 'trades.length',
    live: { as: 'subscriber', others: [{ label: 'A big trade', call: 'server.trade({ s: 500 })' }] },
  },
  'options-feed': {
    get: 'const { optionsFeed } = openbell;',
    feature: 'optionsFeed',
    store: '$state',
    shows: 'state.status',
    run: 'optionsFeed.start()',
    actions: [{ label: 'Retry', call: 'optionsFeed.retry()' }],
    hooks: ['const { status, retry } = useOptionsFeed();'],
    reactShows: 'status',
    live: { as: 'subscriber' },
  },
  'ticker-search': {
    get: 'const { tickerSearch } = openbell;',
    feature: 'tickerSearch',
    store: '$state',
    shows: 'state.status',
    actions: [
      { label: 'Type', call: "tickerSearch.type('AA')" },
      { label: 'Enter', call: 'tickerSearch.search()' },
    ],
    hooks: ['const { status, type, search } = useTickerSearch();'],
    reactShows: 'status',
    live: { as: 'subscriber' },
  },
  'ticker-details': {
    get: 'const { tickerDetails } = openbell;',
    feature: 'tickerDetails',
    store: '$state',
    shows: 'state.status',
    begin: "tickerDetails.load('AAPL')",
    actions: [{ label: 'MSFT', call: "tickerDetails.load('MSFT')" }],
    hooks: ["const { status, load } = useTickerDetails('AAPL');"],
    needs:
      'A ticker is written as its exchange writes it, `AAPL` and not `aapl`, as [the search](ticker-search.md) gives it. One that nobody knows is `loaded` without `details`.',
    reactShows: 'status',
    live: { as: 'subscriber' },
  },
  chart: {
    get: 'const { priceChart } = openbell;',
    feature: 'priceChart',
    store: '$state',
    shows: 'state.candles.length',
    begin: "priceChart.load('AAPL')",
    actions: [{ label: 'By the hour', call: "priceChart.load('AAPL', '1h')" }],
    hooks: ["const { candles, load } = usePriceChart('AAPL', '1d');"],
    reactShows: 'candles.length',
    live: { as: 'subscriber' },
  },
  devices: {
    get: 'const { devices } = openbell;',
    feature: 'devices',
    store: '$state',
    shows: 'state.devices.length',
    begin: 'devices.load()',
    actions: [{ label: 'Sign out all other devices', call: 'devices.endOthers()', react: 'endOthers()' }],
    hooks: ['const { state, endOthers } = useDevices();'],
    live: { as: 'member' },
  },
  news: {
    get: 'const { news } = openbell;',
    feature: 'news',
    store: '$state',
    shows: 'state.status',
    begin: 'news.load()',
    actions: [{ label: 'Load again', call: 'news.load()', react: 'reload()' }],
    hooks: ['const { state, reload } = useNews();'],
    live: { as: 'member' },
  },
  courses: {
    get: 'const { courses } = openbell;',
    feature: 'courses',
    store: '$list',
    shows: 'state.status',
    begin: 'courses.loadList()',
    actions: [{ label: 'Load again', call: 'courses.loadList()', react: 'reload()' }],
    hooks: ['const { state, reload } = useCourseList();'],
    needs:
      "No plan is needed. A course's `details` are somebody's HTML: show them as text, or through a sanitizer, which gives nodes where Trusted Types are enforced: `DOMPurify.sanitize(details, { RETURN_DOM_FRAGMENT: true })` (`npm i dompurify`, and `trusted-types dompurify` in the policy).",
    live: { as: 'member' },
  },
  alerts: {
    get: 'const { alerts } = openbell;',
    feature: 'alerts',
    store: '$state',
    shows: 'state.status',
    begin: 'alerts.load()',
    actions: [{ label: 'Load More', call: 'alerts.loadMore()', react: 'loadMore()' }],
    hooks: ['const { state, loadMore } = useAlerts();'],
    needs:
      'An alert of its own page (`openbell.alertView`) is asked for by the code of its link, `/alerts?code=…`, and not by its id; nobody has to be signed in for it. `POST /dev/alerts` with `{ "message": "…" }` publishes one at the reference server, and answers with its code.',
    live: {
      as: 'subscriber',
      others: [{ label: 'The mentors announce', call: "server.announce('SPY: closed at target.')" }],
    },
  },
};

/** How a feature is used; each has to be written down. */
export function usageOf({ name }: { readonly name: string }): Usage {
  const usage = usages[name];
  if (usage === undefined)
    throw new Error(`scripts/feature-pages/usage.ts does not say how ${name} is used.`);
  return usage;
}
