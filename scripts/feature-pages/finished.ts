// A feature's finished component as a React page has it, below an `OpenbellProvider` and with the package's stylesheet.

interface FinishedUse {
  /** Besides the component: hooks, and what else is needed, by where it comes from. */
  readonly imports?: Readonly<Record<string, string>>;
  /** What a page's address or its state gives to the component. */
  readonly takes?: string;
  /** The lines before what is drawn. */
  readonly lines?: readonly string[];
  /** Of the package, besides the component. */
  readonly beside?: string;
  /** The component's props, as they are written. */
  readonly props?: readonly string[];
}

const hooks = '@openbell/react-hooks';

/** By the component's name. */
const uses: Readonly<Record<string, FinishedUse>> = {
  SignInForm: { props: ["onSignedIn={() => location.assign('/')}"] },
  SignUpForm: { props: ["onCreated={() => location.assign('/signin')}"] },
  ForgotPasswordForm: { props: ["onDone={() => location.assign('/signin')}"] },
  SocialButtons: {
    imports: { [hooks]: 'useCaptcha, useSocialSignIn' },
    lines: ['const social = useSocialSignIn();', 'const captcha = useCaptcha();'],
    props: ['social={social}', 'captcha={captcha}', 'remember', "onSignedIn={() => location.assign('/')}"],
  },
  CaptchaField: {
    imports: { [hooks]: 'useCaptcha' },
    lines: ['const captcha = useCaptcha();'],
    props: ['captcha={captcha}'],
  },
  // The switch for push messages stands in it, too.
  EditProfileForm: { props: ["onSaved={() => location.assign('/profile')}"] },
  PricingCard: { props: ['navigate={(path) => location.assign(path)}', 'termsHref="/terms"'] },
  ContactForm: { props: ["onSent={() => location.assign('/thanks')}"] },
  ThemeToggle: {
    imports: { [hooks]: 'useTheme' },
    lines: ['const { theme, choose } = useTheme();'],
    props: ['theme={theme}', 'onThemeChange={choose}'],
  },
  ChatScreen: {
    takes: '{ chatId }: { chatId: number | null }',
    props: [
      'chatType="GR"',
      'chatId={chatId}',
      `hrefOf={(id) => \`/chat/\${id}\`}`,
      "onBack={() => location.assign('/chat')}",
    ],
  },
  TimeSalesPanel: { takes: '{ ticker }: { ticker: string }', props: ['ticker={ticker}'] },
  TradeFlashPanel: { takes: '{ ticker }: { ticker: string }', props: ['ticker={ticker}'] },
  TickerSearch: { props: [`onChoose={(ticker) => location.assign(\`/stocks/\${ticker}\`)}`] },
  TickerDetailsView: { takes: '{ ticker }: { ticker: string }', props: ['ticker={ticker}'] },
  PriceChartView: { takes: '{ ticker }: { ticker: string }', props: ['ticker={ticker}'] },
  DevicesSection: {},
  NewsGrid: {
    imports: { '@openbell/core/news': 'formatNewsDate', [hooks]: 'useNews' },
    lines: ['const { state, reload } = useNews();'],
    props: [
      'status={state.status}',
      'items={state.items}',
      'formatDate={formatNewsDate}',
      'onRetry={reload}',
    ],
  },
  CourseGrid: {
    imports: { [hooks]: 'useCourseList' },
    lines: ['const { state, reload } = useCourseList();'],
    props: [
      'status={state.status}',
      'items={state.items}',
      `hrefOf={(id) => \`/course/\${id}\`}`,
      'onRetry={reload}',
    ],
  },
  CourseView: {
    imports: { [hooks]: 'useCourse' },
    beside: 'saveFile',
    takes: '{ id }: { id: number }',
    lines: [
      'const { state, downloads, download, position, keepPosition, reload, renew } = useCourse(id);',
      'const save = async (place: number) => {',
      '  const file = await download(place);',
      '  if (file.ok) saveFile(file.value.blob, file.value.name);',
      '};',
    ],
    props: [
      'state={state}',
      'downloads={downloads}',
      'back={<a href="/courses">Courses</a>}',
      'position={position}',
      'onPosition={keepPosition}',
      'onDownload={(place) => void save(place)}',
      'onRetry={reload}',
      'onRenew={renew}',
    ],
  },
  AlertsList: {
    imports: { [hooks]: 'useAlerts' },
    lines: ['const { state, now, reload, loadMore } = useAlerts();'],
    props: [
      'status={state.status}',
      'items={state.items}',
      'hasMore={state.hasMore}',
      'now={now}',
      'onLoadMore={loadMore}',
      'onRetry={reload}',
    ],
  },
};

/** A page's component that draws the finished one; one prop a line where a line would grow long. */
export function finishedSnippet(folder: string, component: string): string {
  const { imports = {}, beside, takes = '', lines = [], props = [] } = uses[component] ?? {};
  const sources = [
    ...Object.entries(imports),
    [`@openbell/ui/${folder}`, beside === undefined ? component : `${component}, ${beside}`],
  ];
  const short = `<${[component, ...props].join(' ')} />`;
  const drawn =
    short.length <= 80
      ? [`  return ${short};`]
      : ['  return (', `    <${component}`, ...props.map((prop) => `      ${prop}`), '    />', '  );'];
  return [
    ...sources.map(([from, what]) => `import { ${what} } from '${from}';`),
    "import '@openbell/ui/styles.css';",
    '',
    `export function ${component}Page(${takes}) {`,
    ...lines.map((line) => `  ${line}`),
    ...drawn,
    '}',
  ].join('\n');
}

/** The same for the live example: nothing leaves the page, and the stylesheet is the shadow root's. */
export function finishedModule(folder: string, component: string): string {
  return finishedSnippet(folder, component)
    .replace("import '@openbell/ui/styles.css';\n", "import { gone } from '#gone';\n")
    .replaceAll('location.assign(', 'gone.to(');
}
