// What each feature is, in the words of its page. Everything else on a page is read from the code.

export interface FeaturePage {
  /** The entry point of core. */
  readonly name: string;
  readonly title: string;
  /** The feature's interface. */
  readonly type: string;
  /** What makes it; `create` and the entry point's name by default. */
  readonly factory?: string;
  readonly hook?: string;
  /** The folder and the names of its finished components. */
  readonly ui?: readonly [folder: string, ...components: string[]];
  readonly guide?: string;
  /** A part with states of its own: where it is on the feature, and its interface. */
  readonly part?: readonly [name: string, type: string];
  /** What has states and is no store: its name, its type, whose `state` tells them, and how it ends once it is gone. */
  readonly things?: readonly (readonly [
    name: string,
    type: string,
    ends: readonly string[],
    about: string,
  ])[];
  /** Other parts of an instance, or of the feature, that share its page: where they are, and their interfaces. */
  readonly beside?: readonly (readonly [where: string, type: string])[];
  /** Types that people meet and that nothing else on the page leads to. */
  readonly shows?: readonly string[];
  readonly what: string;
}

export const features: readonly FeaturePage[] = [
  {
    name: 'session',
    title: 'Session',
    type: 'Session',
    hook: 'useSession',
    ui: ['account', 'SignInForm'],
    guide: 'embed-sign-in.md',
    beside: [['openbell.signIn', 'SignIn']],
    shows: ['RedirectOptions', 'SignInQuery'],
    what: 'Who is signed in, until when, and with which rights: sign-in by password or with a social account, what a page may show to whom, one session over all tabs of a browser, and an end that is the same everywhere. A guard has three answers, because "not known yet" is neither yes nor no.',
  },
  {
    name: 'sign-up',
    title: 'Sign-up',
    type: 'SignUp',
    hook: 'useSignUp',
    ui: ['account', 'SignUpForm'],
    guide: 'embed-sign-in.md',
    shows: ['SignUpField'],
    what: 'Making an account. The server judges the fields and its words are shown beside them; a second click sends nothing.',
  },
  {
    name: 'otp-reset',
    title: 'Forgot password',
    type: 'OtpReset',
    hook: 'useOtpReset',
    ui: ['account', 'ForgotPasswordForm'],
    guide: 'embed-otp-reset.md',
    what: 'Send a code, verify it, choose a new password: three steps as one machine that drops stale answers, with a countdown that survives a background tab and a reload.',
  },
  {
    name: 'social-sign-in',
    title: 'Google and Facebook',
    type: 'SocialSignInFeature',
    hook: 'useSocialSignIn',
    ui: ['account', 'SocialButtons'],
    what: 'Sign-in with an account of somebody else. A provider is a port: Google and Facebook are built in, their scripts load when a person is about to need them, and the credential alone says who it is.',
  },
  {
    name: 'captcha',
    title: 'Captcha',
    type: 'CaptchaChallenge',
    factory: 'createCaptcha',
    hook: 'useCaptcha',
    ui: ['account', 'CaptchaField'],
    beside: [['openbell.captcha', 'Captcha']],
    shows: ['CaptchaSolver'],
    what: 'A challenge of one form: a self-hosted proof of work, or reCAPTCHA. A solution serves once.',
  },
  {
    name: 'profile',
    title: 'Profile',
    type: 'ProfileEditor',
    factory: 'createProfileEditor',
    hook: 'useProfileEditor',
    ui: ['account', 'EditProfileForm'],
    beside: [
      ['openbell.profile', 'Profile'],
      ['openbell.passwordChange', 'PasswordChange'],
      ['openbell.accountDeletion', 'AccountDeletion'],
    ],
    shows: ['ProfileErrorField', 'ProfileImageProblem'],
    what: 'The member’s own page, the form that changes it, and deleting the account. Changes outlive the form and a session that ended in between.',
  },
  {
    name: 'billing',
    title: 'Plans and payment',
    type: 'Billing',
    hook: 'useBilling',
    ui: ['billing', 'PricingCard'],
    guide: 'embed-billing.md',
    shows: ['Term'],
    what: 'Choosing a plan, setting up a card or going to the wallet, making the subscription once whatever the network does, waiting until it is active, and cancelling it, which takes no more than joining.',
  },
  {
    name: 'push',
    title: 'Push messages',
    type: 'Push',
    hook: 'usePush',
    ui: ['account', 'EditProfileForm'],
    what: 'Push messages on this device: permission on a gesture, the token, its renewal, and giving it back at log-out.',
  },
  {
    name: 'contact',
    title: 'Contact form',
    type: 'Contact',
    hook: 'useContact',
    ui: ['account', 'ContactForm'],
    what: 'A question by a form.',
  },
  {
    name: 'theme',
    title: 'Theme',
    type: 'Theme',
    hook: 'useTheme',
    ui: ['shell', 'ThemeToggle'],
    what: 'Light or dark, kept on the device, the same in every tab.',
  },
  {
    name: 'chat',
    title: 'Chat',
    type: 'ChatThread',
    factory: 'createChat',
    hook: 'useThread',
    part: ['recorder', 'Recorder'],
    things: [
      [
        'outbox',
        'PendingMessage',
        ['sent', 'discarded'],
        'A message on its way, as its row has it: queued in its chat, in order, and kept in storage until the server has it, across reloads and sign-ins. After a post without a readable answer it goes again by itself where the server is known to keep `client_id`; elsewhere the person decides, since it might stand there twice. It ends `sent`, and a message of the server stands in its place, or `discarded`.',
      ],
    ],
    ui: ['chat', 'ChatScreen'],
    beside: [
      ['openbell.groupChat, openbell.personalChat', 'ChatFeature'],
      ['thread.composer', 'Composer'],
      ['thread.search', 'ThreadSearch'],
      ['thread.recorder', 'Recorder'],
    ],
    shows: ['ThreadItem', 'MessageType', 'MessageAction'],
    what: 'Group and personal chat: threads that are the same whatever order things arrive in, messages that stand at once and are posted exactly once, files with progress, voice notes, search, reactions, receipts, typing. A view is told which rows changed and never compares.',
  },
  {
    name: 'realtime',
    title: 'The member socket',
    type: 'Realtime',
    hook: 'useRealtimeState',
    shows: ['RealtimeEvents'],
    what: 'A connection that comes back: by itself after a loss, at once when the browser is online again or the page comes to the front. It knows frames, not features.',
  },
  {
    name: 'time-sales',
    title: 'Time & sales',
    type: 'TimeSales',
    hook: 'useTimeSales',
    ui: ['market-data', 'TimeSalesPanel'],
    what: 'A day of option trades in columns: sorted, filtered, summed, labelled, and merged with what comes live, a million rows at a time.',
  },
  {
    name: 'trade-flash',
    title: 'Trade flash',
    type: 'TradeFlash',
    hook: 'useTradeFlash',
    ui: ['market-data', 'TradeFlashPanel'],
    beside: [['openbell.flashAlerts', 'FlashAlerts']],
    what: 'The tape of big trades as they are made. Frames are read without building what the rule drops.',
  },
  {
    name: 'options-feed',
    title: 'The options feed',
    type: 'OptionsFeed',
    shows: ['FrameReading'],
    what: 'The provider’s socket protocol: hand-shake, subscription, every way to be refused, and the way back.',
  },
  {
    name: 'ticker-search',
    title: 'Ticker search',
    type: 'TickerSearch',
    hook: 'useTickerSearch',
    ui: ['market-data', 'TickerSearch'],
    what: 'Suggestions while somebody types: debounced, at once with Enter, never a late answer to an earlier question.',
  },
  {
    name: 'ticker-details',
    title: 'Ticker details',
    type: 'TickerDetailsLoader',
    factory: 'createTickerDetails',
    hook: 'useTickerDetails',
    ui: ['market-data', 'TickerDetailsView'],
    what: 'What is known of a ticker.',
  },
  {
    name: 'chart',
    title: 'Price chart',
    type: 'PriceChart',
    factory: 'createPriceChart',
    hook: 'usePriceChart',
    ui: ['market-data', 'PriceChartView'],
    what: 'The candles of a ticker. What draws them is a port.',
  },
  {
    name: 'devices',
    title: 'Devices',
    type: 'Devices',
    hook: 'useDevices',
    ui: ['account', 'DevicesSection'],
    what: 'Where the member is signed in, and signing out elsewhere. A backend without the calls has nothing to show.',
  },
  {
    name: 'news',
    title: 'News',
    type: 'News',
    hook: 'useNews',
    ui: ['content', 'NewsGrid'],
    what: 'The members’ market news, newest first.',
  },
  {
    name: 'courses',
    title: 'Courses',
    type: 'Courses',
    hook: 'useCourses',
    ui: ['content', 'CourseGrid', 'CourseView'],
    what: 'Courses, the one that is open, its documents with their progress, and where each person stopped in a video.',
  },
  {
    name: 'alerts',
    title: 'Site alerts',
    type: 'Alerts',
    hook: 'useAlerts',
    ui: ['content', 'AlertsList'],
    beside: [['openbell.alertView', 'AlertView']],
    what: 'What the mentors have announced, page by page, each once.',
  },
];
