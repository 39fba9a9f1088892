import { createTexts } from '@openbell/core/catalogue';
import {
  AlertDialog,
  Avatar,
  Badge,
  Button,
  Card,
  Dialog,
  DirectionProvider,
  EmptyState,
  ErrorState,
  IconButton,
  Isolated,
  LazyPlace,
  lazyPart,
  Menu,
  MenuCheckboxItem,
  MenuItem,
  MenuSeparator,
  NoticeHost,
  NoticesProvider,
  PartBoundary,
  PlainLink,
  RetryCountdown,
  SafeLink,
  Skeleton,
  SkeletonGroup,
  Spinner,
  Tabs,
  TextsProvider,
  Tooltip,
  useNotices,
} from '@openbell/ui';
import styles from '@openbell/ui/styles.css?inline';
import { Bell, LogOut, Settings, UserRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { picture } from '../sample-data.ts';
import { long, nothing, rtl, type Story, unbroken } from '../story.ts';

/** Code that does not load. */
const lost = lazyPart(() => Promise.reject<never>(new Error('offline')));

const variants = ['primary', 'secondary', 'quiet', 'danger'] as const;
const sizes = ['small', 'medium', 'large'] as const;
const levels = ['alert', 'error', 'success', 'info'] as const;

function ShownTabs() {
  const [tab, setTab] = useState<'details' | 'graph' | 'sales'>('details');
  return (
    <Tabs
      label="Market data"
      value={tab}
      onValueChange={setTab}
      tabs={[
        { value: 'details', label: 'Details', panel: <p>What a company does.</p> },
        { value: 'graph', label: 'Graph', panel: <p>What its price did.</p> },
        { value: 'sales', label: 'Options Time & Sales', panel: <p>What was paid for its options.</p> },
      ]}
    />
  );
}

function Told() {
  const { notify } = useNotices();
  useEffect(() => {
    for (const level of levels) notify({ level, text: level === 'info' ? long : `A notice: ${level}.` });
  }, [notify]);
  return null;
}

/** Focuses the trigger, which shows a tooltip without delay. */
function Described() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ focusVisible: true } as FocusOptions), []);
  return (
    <Tooltip content="Bells ring at 9:30" side="bottom">
      <IconButton ref={button} label="Alerts">
        <Bell aria-hidden="true" size={18} />
      </IconButton>
    </Tooltip>
  );
}

function Apart({ theme }: { theme: 'light' | 'dark' }) {
  const [sheet] = useState(() => {
    // Constructed stylesheets do not exist on a server, which renders nothing inside.
    if (typeof CSSStyleSheet === 'undefined') return '';
    const own = new CSSStyleSheet();
    own.replaceSync(styles);
    return own;
  });
  return (
    <Isolated stylesheet={sheet} theme={theme}>
      <Button variant="primary">Enroll, {theme}</Button>
    </Isolated>
  );
}

const menuItems = (
  <>
    <MenuItem icon={<UserRound aria-hidden="true" />}>Profile</MenuItem>
    <MenuItem icon={<Settings aria-hidden="true" />} disabled>
      Settings
    </MenuItem>
    <MenuCheckboxItem checked onCheckedChange={nothing}>
      Sound
    </MenuCheckboxItem>
    <MenuSeparator />
    <MenuItem icon={<LogOut aria-hidden="true" />} danger>
      {long}
    </MenuItem>
  </>
);

export const primitiveStories: readonly Story[] = [
  ...variants.map(
    (variant): Story => ({
      of: ['Button'],
      state: variant,
      draw: () => (
        <div className="gallery-row">
          <Button variant={variant}>Save</Button>
          <Button variant={variant} icon={<Bell size={16} aria-hidden="true" />}>
            With an icon
          </Button>
          <Button variant={variant} busy>
            Busy
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
        </div>
      ),
    }),
  ),
  {
    of: ['Button'],
    state: 'sizes',
    draw: () => (
      <div className="gallery-row">
        {sizes.map((size) => (
          <Button key={size} size={size}>
            {size}
          </Button>
        ))}
      </div>
    ),
  },
  {
    of: ['Button'],
    state: 'long words, wide',
    draw: () => (
      <div className="gallery-stack">
        <Button wide variant="primary">
          {long}
        </Button>
        <Button wide>{unbroken}</Button>
      </div>
    ),
  },
  {
    of: ['Button'],
    state: 'right to left',
    draw: () => (
      <div dir="rtl">
        <Button icon={<Bell size={16} aria-hidden="true" />}>{rtl}</Button>
      </div>
    ),
  },
  {
    of: ['IconButton'],
    state: 'sizes, busy, disabled',
    draw: () => (
      <div className="gallery-row">
        {sizes.map((size) => (
          <IconButton key={size} size={size} label={`Alerts, ${size}`}>
            <Bell size={18} aria-hidden="true" />
          </IconButton>
        ))}
        <IconButton label="Busy" busy>
          <Bell size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label="Disabled" disabled>
          <Bell size={18} aria-hidden="true" />
        </IconButton>
      </div>
    ),
  },
  {
    of: ['Avatar'],
    state: 'initials, picture, broken picture, nobody',
    draw: () => (
      <div className="gallery-row">
        <Avatar name="Nora Lindqvist" size="small" />
        <Avatar name="Grace" />
        <Avatar name="Ada King" size="large" />
        <Avatar name="Ada King" src={picture} alt="Ada King" />
        <Avatar name="Lost" src="data:image/png;base64,AA==" />
        <Avatar name={null} />
      </div>
    ),
  },
  {
    of: ['Badge'],
    state: 'tones',
    draw: () => (
      <div className="gallery-row">
        {(['neutral', 'accent', 'success', 'danger', 'warning'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Badge>{long}</Badge>
      </div>
    ),
  },
  {
    of: ['Card'],
    state: 'paddings, long words',
    draw: () => (
      <div className="gallery-stack">
        {(['none', 'medium', 'large'] as const).map((padding) => (
          <Card key={padding} as="div" padding={padding}>
            {padding === 'large' ? unbroken : `Padding: ${padding}`}
          </Card>
        ))}
      </div>
    ),
  },
  {
    of: ['Spinner'],
    state: 'sizes',
    draw: () => (
      <div className="gallery-row">
        <Spinner />
        <Spinner size="large" />
      </div>
    ),
  },
  {
    of: ['Skeleton', 'SkeletonGroup'],
    state: 'shapes',
    draw: () => (
      <SkeletonGroup>
        <div className="gallery-stack">
          {(['title', 'text', 'box', 'circle'] as const).map((shape) => (
            <Skeleton key={shape} shape={shape} />
          ))}
        </div>
      </SkeletonGroup>
    ),
  },
  {
    of: ['EmptyState'],
    state: 'with something to do',
    draw: () => (
      <EmptyState
        title="No alerts found."
        description="The first comes at the open."
        action={<Button>Retry</Button>}
      />
    ),
  },
  {
    of: ['EmptyState'],
    state: 'right to left',
    draw: () => (
      <div dir="rtl">
        <EmptyState title={rtl} />
      </div>
    ),
  },
  {
    of: ['ErrorState'],
    state: 'failed',
    draw: () => <ErrorState title="The courses could not be loaded." description={long} onRetry={nothing} />,
  },
  {
    of: ['ErrorState'],
    state: 'busy again',
    draw: () => <ErrorState title="The courses could not be loaded." onRetry={nothing} busy />,
  },
  {
    of: ['LazyPlace', 'PartBoundary'],
    state: 'failed',
    draw: () => (
      <PartBoundary>
        <LazyPlace part={lost}>{() => null}</LazyPlace>
      </PartBoundary>
    ),
  },
  {
    of: ['RetryCountdown'],
    state: 'seconds, minutes, hours',
    draw: () => (
      <>
        <RetryCountdown seconds={30} />
        <RetryCountdown seconds={300} />
        <RetryCountdown seconds={36_000} />
      </>
    ),
  },
  { of: ['Tabs'], state: 'first chosen', draw: () => <ShownTabs /> },
  {
    of: ['DirectionProvider'],
    state: 'right to left',
    draw: () => (
      <div dir="rtl">
        <DirectionProvider direction="rtl">
          <ShownTabs />
        </DirectionProvider>
      </div>
    ),
  },
  {
    of: ['PlainLink', 'SafeLink'],
    state: 'safe, unsafe, long',
    draw: () => (
      <p>
        <PlainLink href="/terms">Inside</PlainLink>, <SafeLink href="https://example.com">outside</SafeLink>,{' '}
        <SafeLink href="data:text/html,no">not a link at all</SafeLink>,{' '}
        <SafeLink href="https://example.com">{unbroken}</SafeLink>
      </p>
    ),
  },
  {
    of: ['TextsProvider'],
    state: 'other words',
    draw: () => (
      <TextsProvider texts={createTexts({ 'shell.retry': 'Encore une fois' })}>
        <ErrorState title="Le cours n’est pas arrivé." onRetry={nothing} />
      </TextsProvider>
    ),
  },
  {
    of: ['Menu', 'MenuCheckboxItem', 'MenuItem', 'MenuSeparator'],
    state: 'closed',
    draw: () => <Menu trigger={<Button>Nora</Button>}>{menuItems}</Menu>,
  },
  {
    of: ['Menu', 'MenuCheckboxItem', 'MenuItem', 'MenuSeparator'],
    state: 'open',
    over: true,
    draw: () => (
      <Menu open align="start" trigger={<Button>Nora</Button>}>
        {menuItems}
      </Menu>
    ),
  },
  { of: ['Tooltip'], state: 'shown', over: true, draw: () => <Described /> },
  {
    of: ['Dialog'],
    state: 'open',
    over: true,
    draw: () => (
      <Dialog
        open
        onClose={nothing}
        title="Add a Payment Method"
        description={long}
        actions={<Button variant="primary">Set up</Button>}
      >
        <p>{unbroken}</p>
      </Dialog>
    ),
  },
  {
    of: ['AlertDialog'],
    state: 'a question',
    over: true,
    draw: () => (
      <AlertDialog
        open
        title="Are you sure you want to report this message?"
        description="This action will be reviewed by the admin."
        confirmLabel="Report"
        danger
        onConfirm={nothing}
        onCancel={nothing}
      />
    ),
  },
  {
    of: ['AlertDialog'],
    state: 'busy, right to left',
    over: true,
    draw: () => (
      <AlertDialog open busy title={rtl} confirmLabel={rtl} onConfirm={nothing} onCancel={nothing} />
    ),
  },
  {
    of: ['NoticesProvider'],
    state: 'told elsewhere',
    draw: () => (
      <NoticesProvider notices={{ notify: nothing }}>
        <Told />
        <p>The notices of this part are shown by somebody else.</p>
      </NoticesProvider>
    ),
  },
  {
    of: ['Isolated'],
    state: 'in a shadow root, each theme',
    draw: () => (
      <div className="gallery-stack">
        <Apart theme="light" />
        <Apart theme="dark" />
      </div>
    ),
  },
  {
    of: ['NoticeHost'],
    state: 'four notices',
    over: true,
    draw: () => (
      <NoticeHost>
        <Told />
      </NoticeHost>
    ),
  },
];
