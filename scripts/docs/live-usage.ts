// What the live example of each feature page does, against the in-memory server.

/** A button: its label, and the call that it makes. */
export interface LiveAction {
  readonly label: string;
  readonly call: string;
}

export interface LiveUsage {
  /** An import that `get` needs. */
  readonly imports?: string;
  /** A statement over `openbell` that declares `feature`. */
  readonly get: string;
  readonly feature: string;
  /** The store whose value is shown. */
  readonly store: string;
  /** Starts the feature; returns a function that stops it. */
  readonly run?: string;
  /** The first call. */
  readonly begin?: string;
  readonly actions: readonly LiveAction[];
  readonly live: {
    /** The signed-in account. Default: a visitor. */
    readonly as?: 'member' | 'subscriber';
    /** Options for `createOpenbell`, with local fakes of external providers. */
    readonly options?: string;
    /** What others do: calls on `server`. */
    readonly others?: readonly LiveAction[];
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

const usages: Readonly<Record<string, LiveUsage>> = {
  session: {
    get: 'const { session } = openbell;',
    feature: 'session',
    store: '$state',
    actions: [
      { label: 'Sign in', call: `session.signIn(${account})` },
      { label: 'Log out', call: 'session.signOut()' },
    ],
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
    actions: [{ label: 'Sign up', call: `signUp.submit(${form}, null)` }],
    live: {},
  },
  'otp-reset': {
    get: 'const { otpReset } = openbell;',
    feature: 'otpReset',
    store: '$state',
    run: 'otpReset.start()',
    actions: [
      { label: 'Send OTP', call: "otpReset.send('member@openbell.test')" },
      { label: 'Verify OTP', call: "otpReset.verify('123456')" },
      { label: 'Send Again', call: 'otpReset.resend()' },
      { label: 'Reset Password', call: `otpReset.reset(${newPassword})` },
    ],
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
    get: 'const { socialSignIn } = openbell;',
    feature: 'socialSignIn',
    store: '$state',
    actions: [{ label: 'Continue with Facebook', call: "socialSignIn.signIn('facebook', {})" }],
    live: { options: '({ provider }) => ({ social: { facebook: provider } })' },
  },
  captcha: {
    get: 'const challenge = openbell.captcha.createChallenge();',
    feature: 'challenge',
    store: '$state',
    actions: [
      { label: 'Solve', call: "challenge.solve(async () => 'the solution from your solver')" },
      { label: 'Start over', call: 'challenge.reset()' },
    ],
    live: { options: "() => ({ captcha: { provider: 'altcha' } })" },
  },
  profile: {
    get: 'const { profileEditor } = openbell;',
    feature: 'profileEditor',
    store: '$state',
    actions: [
      { label: 'Edit', call: "profileEditor.change({ about: 'Trades the open.' })" },
      { label: 'Save', call: 'profileEditor.save()' },
      { label: 'Discard', call: 'profileEditor.discard()' },
    ],
    live: { as: 'member' },
  },
  billing: {
    get: 'const { billing } = openbell;',
    feature: 'billing',
    store: '$enrolment',
    run: 'billing.start()',
    begin: 'billing.loadPrograms()',
    actions: [
      { label: 'Choose', call: 'billing.chooseProgram(1)' },
      { label: 'Enroll', call: 'billing.enroll()' },
      { label: 'Set up', call: `billing.confirmCard(${card})` },
    ],
    live: { as: 'member' },
  },
  push: {
    get: 'const { push } = openbell;',
    feature: 'push',
    store: '$state',
    actions: [{ label: 'Enable', call: 'push.enable()' }],
    live: { as: 'member', options: '({ tokens }) => ({ push: { tokens } })' },
  },
  contact: {
    get: 'const { contact } = openbell;',
    feature: 'contact',
    store: '$state',
    actions: [
      {
        label: 'Send',
        call: "contact.submit({ name: 'Nora', email: 'nora@example.com', message: 'When does it open?' })",
      },
      { label: 'Send nothing', call: "contact.submit({ name: '', email: '', message: '' })" },
    ],
    live: {},
  },
  theme: {
    get: 'const { theme } = openbell;',
    feature: 'theme',
    store: '$theme',
    actions: [{ label: 'Light or dark', call: 'theme.toggle()' }],
    live: {},
  },
  chat: {
    get: 'const thread = openbell.groupChat.thread(1);',
    feature: 'thread',
    store: '$state',
    run: 'thread.open()',
    actions: [
      { label: 'Send', call: "thread.send('Good morning.')" },
      { label: 'More Messages', call: 'thread.loadOlder()' },
    ],
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
    run: 'realtime.start()',
    actions: [{ label: 'Retry', call: 'realtime.retry()' }],
    live: {
      as: 'subscriber',
      others: [{ label: 'The plan ends', call: "server.faults.expireNow('subscriber@openbell.test')" }],
    },
  },
  'time-sales': {
    get: 'const { timeSales } = openbell;',
    feature: 'timeSales',
    store: '$state',
    begin: "timeSales.load('')",
    actions: [
      { label: 'AAPL only', call: "timeSales.load('AAPL')" },
      { label: 'By price', call: "timeSales.toggleSort('price')" },
    ],
    live: { as: 'subscriber' },
  },
  'trade-flash': {
    get: 'const { tradeFlash } = openbell;',
    feature: 'tradeFlash',
    store: '$state',
    run: 'tradeFlash.start()',
    actions: [
      { label: 'Pause', call: 'tradeFlash.pause()' },
      { label: 'Resume', call: 'tradeFlash.resume()' },
    ],
    live: { as: 'subscriber', others: [{ label: 'A big trade', call: 'server.trade({ s: 500 })' }] },
  },
  'options-feed': {
    get: 'const { optionsFeed } = openbell;',
    feature: 'optionsFeed',
    store: '$state',
    run: 'optionsFeed.start()',
    actions: [{ label: 'Retry', call: 'optionsFeed.retry()' }],
    live: { as: 'subscriber' },
  },
  'ticker-search': {
    get: 'const { tickerSearch } = openbell;',
    feature: 'tickerSearch',
    store: '$state',
    actions: [
      { label: 'Type', call: "tickerSearch.type('AA')" },
      { label: 'Enter', call: 'tickerSearch.search()' },
    ],
    live: { as: 'subscriber' },
  },
  'ticker-details': {
    get: 'const { tickerDetails } = openbell;',
    feature: 'tickerDetails',
    store: '$state',
    begin: "tickerDetails.load('AAPL')",
    actions: [{ label: 'MSFT', call: "tickerDetails.load('MSFT')" }],
    live: { as: 'subscriber' },
  },
  chart: {
    get: 'const { priceChart } = openbell;',
    feature: 'priceChart',
    store: '$state',
    begin: "priceChart.load('AAPL')",
    actions: [{ label: 'By the hour', call: "priceChart.load('AAPL', '1h')" }],
    live: { as: 'subscriber' },
  },
  devices: {
    get: 'const { devices } = openbell;',
    feature: 'devices',
    store: '$state',
    begin: 'devices.load()',
    actions: [{ label: 'Sign out all other devices', call: 'devices.endOthers()' }],
    live: { as: 'member' },
  },
  factors: {
    imports: "import { createFactors } from '@openbell/core/factors';",
    get: 'const factors = createFactors(openbell);',
    feature: 'factors',
    store: '$state',
    begin: 'factors.load()',
    actions: [
      { label: 'Add app', call: 'factors.beginApp()' },
      { label: 'Confirm', call: "factors.confirmApp('246810')" },
      { label: 'Remove app', call: 'factors.removeApp()' },
    ],
    live: { as: 'member' },
  },
  news: {
    get: 'const { news } = openbell;',
    feature: 'news',
    store: '$state',
    begin: 'news.load()',
    actions: [{ label: 'Load again', call: 'news.load()' }],
    live: { as: 'member' },
  },
  courses: {
    get: 'const { courses } = openbell;',
    feature: 'courses',
    store: '$list',
    begin: 'courses.loadList()',
    actions: [{ label: 'Load again', call: 'courses.loadList()' }],
    live: { as: 'member' },
  },
  alerts: {
    get: 'const { alerts } = openbell;',
    feature: 'alerts',
    store: '$state',
    begin: 'alerts.load()',
    actions: [{ label: 'Load More', call: 'alerts.loadMore()' }],
    live: {
      as: 'subscriber',
      others: [{ label: 'The mentors post an alert', call: "server.announce('SPY: closed at target.')" }],
    },
  },
};

/** Returns the live example of a feature; throws when it has none. */
export function liveUsageOf(name: string): LiveUsage {
  const usage = usages[name];
  if (usage === undefined) throw new Error(`scripts/docs/live-usage.ts has no entry for ${name}.`);
  return usage;
}
