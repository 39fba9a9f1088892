// The features that have a reference page, and the types and factories to read for each page.

export interface FeaturePage {
  /** The entry point of core. */
  readonly name: string;
  readonly title: string;
  /** The feature's interface. */
  readonly type: string;
  /** The factory. Default: `create` and the entry point's name. */
  readonly factory?: string;
  /** The folder and the names of its components in `@openbell/ui`. */
  readonly ui?: readonly [folder: string, ...components: string[]];
  /** A part with its own states: its property on the feature, and its interface. */
  readonly part?: readonly [name: string, type: string];
  /** Objects with a `state` that are not stores: name, type, final states after removal, and description. */
  readonly entities?: readonly (readonly [
    name: string,
    type: string,
    finalStates: readonly string[],
    about: string,
  ])[];
  /** Other parts of an instance or of the feature on the same page: their paths and interfaces. */
  readonly related?: readonly (readonly [path: string, type: string])[];
  /** Exported types that nothing else on the page refers to. */
  readonly extraTypes?: readonly string[];
}

export const features: readonly FeaturePage[] = [
  {
    name: 'session',
    title: 'Session',
    type: 'Session',
    ui: ['account', 'SignInForm'],
    related: [['openbell.signIn', 'SignIn']],
    extraTypes: ['RedirectOptions', 'SignInQuery'],
  },
  {
    name: 'sign-up',
    title: 'Sign-up',
    type: 'SignUp',
    ui: ['account', 'SignUpForm'],
    extraTypes: ['SignUpField'],
  },
  {
    name: 'otp-reset',
    title: 'Forgot password',
    type: 'OtpReset',
    ui: ['account', 'ForgotPasswordForm'],
  },
  {
    name: 'social-sign-in',
    title: 'Google and Facebook',
    type: 'SocialSignInFeature',
    ui: ['account', 'SocialButtons'],
  },
  {
    name: 'captcha',
    title: 'Captcha',
    type: 'CaptchaChallenge',
    factory: 'createCaptcha',
    ui: ['account', 'CaptchaField'],
    related: [['openbell.captcha', 'Captcha']],
    extraTypes: ['CaptchaSolver'],
  },
  {
    name: 'profile',
    title: 'Profile',
    type: 'ProfileEditor',
    factory: 'createProfileEditor',
    ui: ['account', 'EditProfileForm'],
    related: [
      ['openbell.profile', 'Profile'],
      ['openbell.firstSteps', 'FirstSteps'],
      ['openbell.passwordChange', 'PasswordChange'],
      ['openbell.accountDeletion', 'AccountDeletion'],
      ['openbell.memberData', 'MemberData'],
    ],
    extraTypes: ['ProfileErrorField', 'ProfileImageProblem'],
  },
  {
    name: 'billing',
    title: 'Plans and payment',
    type: 'Billing',
    ui: ['billing', 'PricingCard'],
    extraTypes: ['Term'],
  },
  {
    name: 'push',
    title: 'Push messages',
    type: 'Push',
    ui: ['account', 'EditProfileForm'],
  },
  {
    name: 'contact',
    title: 'Contact form',
    type: 'Contact',
    ui: ['account', 'ContactForm'],
  },
  {
    name: 'theme',
    title: 'Theme',
    type: 'Theme',
    ui: ['shell', 'ThemeToggle'],
  },
  {
    name: 'chat',
    title: 'Chat',
    type: 'ChatThread',
    factory: 'createChat',
    part: ['recorder', 'Recorder'],
    entities: [
      [
        'outbox',
        'PendingMessage',
        ['sent', 'discarded'],
        "A pending message. Each chat sends its messages in order and stores them until the server has them, across reloads and sign-ins. After a post without a readable response, the client retries automatically if the server returns `client_id`; otherwise the user decides, because the message could appear twice. The final state is `sent`, when the server's message replaces it, or `discarded`.",
      ],
    ],
    ui: ['chat', 'ChatScreen'],
    related: [
      ['openbell.groupChat, openbell.personalChat', 'ChatFeature'],
      ['thread.composer', 'Composer'],
      ['thread.search', 'ThreadSearch'],
      ['thread.recorder', 'Recorder'],
    ],
    extraTypes: ['ThreadItem', 'MessageType', 'MessageAction'],
  },
  {
    name: 'realtime',
    title: 'The member socket',
    type: 'Realtime',
    extraTypes: ['RealtimeEvents'],
  },
  {
    name: 'time-sales',
    title: 'Time & sales',
    type: 'TimeSales',
    ui: ['market-data', 'TimeSalesPanel'],
  },
  {
    name: 'trade-flash',
    title: 'Trade flash',
    type: 'TradeFlash',
    ui: ['market-data', 'TradeFlashPanel'],
    related: [['openbell.flashAlerts', 'FlashAlerts']],
  },
  {
    name: 'options-feed',
    title: 'The options feed',
    type: 'OptionsFeed',
    extraTypes: ['FrameReading'],
  },
  {
    name: 'ticker-search',
    title: 'Ticker search',
    type: 'TickerSearch',
    ui: ['market-data', 'TickerSearch'],
  },
  {
    name: 'ticker-details',
    title: 'Ticker details',
    type: 'TickerDetailsLoader',
    factory: 'createTickerDetails',
    ui: ['market-data', 'TickerDetailsView'],
  },
  {
    name: 'chart',
    title: 'Price chart',
    type: 'PriceChart',
    factory: 'createPriceChart',
    ui: ['market-data', 'PriceChartView'],
  },
  {
    name: 'devices',
    title: 'Devices',
    type: 'Devices',
    ui: ['account', 'DevicesSection'],
  },
  {
    name: 'factors',
    title: 'Second factors',
    type: 'Factors',
    ui: ['account', 'SecuritySection'],
  },
  {
    name: 'news',
    title: 'News',
    type: 'News',
    ui: ['content', 'NewsGrid'],
  },
  {
    name: 'courses',
    title: 'Courses',
    type: 'Courses',
    ui: ['content', 'CourseGrid', 'CourseView'],
  },
  {
    name: 'alerts',
    title: 'Site alerts',
    type: 'Alerts',
    ui: ['content', 'AlertsList'],
    related: [['openbell.alertView', 'AlertView']],
  },
];
