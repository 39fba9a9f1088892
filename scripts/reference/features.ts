// The features that have a reference page, and the types and factories to read for each page.

export interface FeaturePage {
  /** The entry point of core. */
  readonly name: string;
  readonly title: string;
  /** The feature's interface. */
  readonly type: string;
  /** What makes it; `create` and the entry point's name by default. */
  readonly factory?: string;
  /** The folder and the names of its finished components. */
  readonly ui?: readonly [folder: string, ...components: string[]];
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
}

export const features: readonly FeaturePage[] = [
  {
    name: 'session',
    title: 'Session',
    type: 'Session',
    ui: ['account', 'SignInForm'],
    beside: [['openbell.signIn', 'SignIn']],
    shows: ['RedirectOptions', 'SignInQuery'],
  },
  {
    name: 'sign-up',
    title: 'Sign-up',
    type: 'SignUp',
    ui: ['account', 'SignUpForm'],
    shows: ['SignUpField'],
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
    beside: [['openbell.captcha', 'Captcha']],
    shows: ['CaptchaSolver'],
  },
  {
    name: 'profile',
    title: 'Profile',
    type: 'ProfileEditor',
    factory: 'createProfileEditor',
    ui: ['account', 'EditProfileForm'],
    beside: [
      ['openbell.profile', 'Profile'],
      ['openbell.passwordChange', 'PasswordChange'],
      ['openbell.accountDeletion', 'AccountDeletion'],
    ],
    shows: ['ProfileErrorField', 'ProfileImageProblem'],
  },
  {
    name: 'billing',
    title: 'Plans and payment',
    type: 'Billing',
    ui: ['billing', 'PricingCard'],
    shows: ['Term'],
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
  },
  {
    name: 'realtime',
    title: 'The member socket',
    type: 'Realtime',
    shows: ['RealtimeEvents'],
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
    beside: [['openbell.flashAlerts', 'FlashAlerts']],
  },
  {
    name: 'options-feed',
    title: 'The options feed',
    type: 'OptionsFeed',
    shows: ['FrameReading'],
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
    beside: [['openbell.alertView', 'AlertView']],
  },
];
